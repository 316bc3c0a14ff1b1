/** From a journal to its frames, one after the other: a part of it, or on and on. */
package bankroll.tools.read;
