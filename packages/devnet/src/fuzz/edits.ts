/** Texts that are nearly right: edits of a good one go deeper into a parser than noise. */
import fc from 'fast-check';

/** A good text with some places cut, filled or repeated; or plain noise. */
export const edited = (good: readonly string[], tokens: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
    {
      weight: 9,
      arbitrary: fc
        .tuple(fc.constantFrom(...good), fc.array(edit(tokens), { maxLength: 4 }))
        .map(([text, edits]) => edits.reduce(apply, text)),
    },
  );

interface Edit {
  at: number;
  cut: number;
  put: string;
  times: number;
}

const edit = (tokens: readonly string[]): fc.Arbitrary<Edit> =>
  fc.record({
    at: fc.nat(1_000),
    cut: fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, fc.nat(100)),
    put: fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary', maxLength: 8 })),
    times: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.nat(300)),
  });

function apply(text: string, { at, cut, put, times }: Edit): string {
  const place = at % (text.length + 1);
  return text.slice(0, place) + put.repeat(times) + text.slice(place + cut);
}

/** `piece` as often as it fits into a size. */
export const filled =
  (piece: string, head = '', tail = ''): ((size: number) => string) =>
  (size) =>
    head +
    piece.repeat(Math.max(1, Math.floor((size - head.length - tail.length) / piece.length))) +
    tail;
