/** Targets that break each promise, for the test of the runner. */
import fc from 'fast-check';
import { type AnyFuzzTarget, defineTarget } from '../../src/fuzz/target.ts';

const bare = { inputs: fc.nat(100), sizeMax: 1, large: {} };
const hoard: unknown[] = [];

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({ ...bare, name: 'hostile/fine', read: (n) => n }),
  defineTarget({
    ...bare,
    name: 'hostile/throws',
    read: (n) => {
      if (n > 50) throw new Error(`no ${n}`);
      return n;
    },
  }),
  defineTarget({
    ...bare,
    name: 'hostile/hangs',
    read: () => {
      for (;;);
    },
  }),
  defineTarget({
    ...bare,
    name: 'hostile/hoards',
    read: () => {
      for (;;) hoard.push(Array.from({ length: 1_000_000 }, (_, i) => ({ i })));
    },
  }),
];
