/**
 * What can stop or limit the service without being a defect of it, told in one form: at a start as a
 * {@link bankroll.condition.ConditionException}, while it runs as a {@link bankroll.condition.Degradation}.
 */
package bankroll.condition;
