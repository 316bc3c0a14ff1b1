/**
 * From the operator's time zone to the windows of limits: the only place of the engine that asks a calendar.
 *
 * <pre>
 *   LedgerAgent, before the first booking behind a window's end ── WindowCalendar ─► WINDOWS entry ─► ledger
 *   replay of entries from before the first WINDOWS entry ─────── OldWindows ─────► ledger
 * </pre>
 */
package bankroll.calendar;
