/** `npm run proof -- audit` as a process of its own. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../packages/proof/src/audit/main.ts', import.meta.url));

export const audit = (...args: string[]): Promise<{ code: number; out: string }> =>
  new Promise((done) => {
    execFile(process.execPath, [program, ...args], (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out: out + err }),
    );
  });
