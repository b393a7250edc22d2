/** The verdict on a proof as its reader gets it: the command line, on files alone. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../packages/proof/src/verify/cli.ts', import.meta.url));

export interface OfflineVerdict {
  code: number;
  out: string;
}

/**
 * Under keys, and a policy unless one is given, that were fetched once from `publicUrl`; the verifier itself
 * asks nobody.
 */
export async function offlineVerdict(
  publicUrl: string,
  proof: unknown,
  ownPolicy?: string,
): Promise<OfflineVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'verdict-'));
  const [file, jwks, policy] = ['proof.json', 'keys.json', 'policy'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const save = async (path: string, target: string) =>
    writeFile(target, await (await fetch(publicUrl + path)).text());
  try {
    await writeFile(file, JSON.stringify(proof));
    await save('/.well-known/certificate-keys.json', jwks);
    if (ownPolicy === undefined) await save('/log/policy', policy);
    else await writeFile(policy, ownPolicy);
    return await new Promise((done) => {
      const args = [cli, file, '--jwks', jwks, '--policy', policy];
      execFile(process.execPath, args, (error, out) => {
        done({ code: error ? Number(error.code) : 0, out });
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of the form of the report's line on the log. */
export const isLogged = /^log {10}proved: /m;
