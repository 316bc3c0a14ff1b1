/** The disk without the system's cache between: what is written is answered by the disk, what is read is what it has. */
package bankroll.tools.disk;
