/** A machine whose clock is ahead: what `date` tells in a shell, and `Date` in every Node process. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ShiftedClock {
  /** Folder of a `date` that comes first in PATH. */
  bin: string;
  NODE_OPTIONS: string;
}

export async function shiftedClock(folder: string, offsetMs: number): Promise<ShiftedClock> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const date = `#!/bin/sh\nexec /bin/date -d "+${Math.round(offsetMs / 1000)} seconds" "$@"\n`;
  await writeFile(join(bin, 'date'), date);
  await chmod(join(bin, 'date'), 0o755);
  const patch = join(folder, 'clock.mjs');
  await writeFile(
    patch,
    `const Real = Date, offset = ${offsetMs};
    globalThis.Date = class Date extends Real {
      constructor(...args) { super(...(args.length > 0 ? args : [Real.now() + offset])); }
      static now() { return Real.now() + offset; }
      static [Symbol.hasInstance](value) { return value instanceof Real; }
    };`,
  );
  return { bin, NODE_OPTIONS: `--import=file://${patch}` };
}
