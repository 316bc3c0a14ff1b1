/** Text for people and machines, written as bytes into large buffers: no formatting objects on the way. */
package bankroll.tools.console;
