/** Memory off the heap for tables of any size: blocks, cut from slabs, backed by huge pages where the system has them. */
package bankroll.memory;
