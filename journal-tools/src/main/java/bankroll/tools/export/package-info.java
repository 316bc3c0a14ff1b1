/**
 * Bookings as files for other programs: one file a day, written beside and renamed when whole, and a manifest last.
 *
 * <pre>
 *   frame ─► {@link bankroll.tools.export.DayFiles} ─► {@link bankroll.tools.export.BookingFile}: CSV or Parquet
 *                         └─► {@link bankroll.tools.export.ExportManifest}
 * </pre>
 *
 * <p>Nothing but {@link bankroll.tools.export.ParquetFile} and its neighbours knows the Parquet library
 * (docs/adr/0006-parquet.md).
 */
package bankroll.tools.export;
