/** Temperatures as people read them: whole degrees or one decimal. */
type Range = readonly [min: number, max: number] | null;

export const isOutOf = (celsius: number, range: Range): boolean =>
  range !== null && (celsius < range[0] || celsius > range[1]);

/**
 * `4`, `11.8`. A value that is out of range is never rounded into it: 8.04 of 2 to 8 °C stays as it
 * is, or the page would contradict itself.
 */
export function formatCelsius(celsius: number, range: Range = null): string {
  const rounded = Math.round(celsius * 10) / 10;
  const isHidden = isOutOf(celsius, range) && !isOutOf(rounded, range);
  return String(isHidden ? celsius : rounded || 0);
}
