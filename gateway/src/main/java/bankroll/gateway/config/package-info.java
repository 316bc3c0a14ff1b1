/** Every setting, where its value comes from, and what it may be. */
package bankroll.gateway.config;
