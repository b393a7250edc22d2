/** Both inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The range that a `Range` header asks of a file (RFC 9110, section 14.1.2): undefined for the whole file,
 * which also answers several ranges and other units, and `unsatisfiable` for one behind its end.
 */
export function rangeOf(
  value: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(value ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const [first, last] =
    from === ''
      ? [Math.max(0, size - Number(to)), size - 1]
      : [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return first > last ? 'unsatisfiable' : { first, last };
}
