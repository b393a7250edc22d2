/** The witness's own key file, and the key of the log that it watches. */
import { readFile, writeFile } from 'node:fs/promises';
import {
  cosignatureType,
  formatVkey,
  generateSecret,
  type NoteKey,
  type NoteSigner,
  parseSecret,
  parseVkey,
} from '../log/note-key.ts';
import { parsePolicy } from '../log/policy.ts';
import type { WitnessState } from './state.ts';

/** The key in the file; a file that is not there is created with a new key of this name. */
export async function openSigner(file: string, name: string | undefined): Promise<NoteSigner> {
  const signer = await parseSecret(await readOrCreate(file, name));
  if (signer.key.type !== cosignatureType) throw new Error(`${file} is not the key of a witness.`);
  return signer;
}

async function readOrCreate(file: string, name: string | undefined): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    if (name === undefined) {
      throw new Error(`There is no ${file}; --name NAME creates a key of that name.`, {
        cause: error,
      });
    }
    const secret = await generateSecret(name, cosignatureType);
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}

/**
 * The key given, else the one that is remembered, else the one in the log's own policy, which is trusted
 * at the first use and remembered. Throws where the given one is not the remembered one.
 */
export async function openLogKey(
  { url, given }: { url: string; given: string | undefined },
  state: WitnessState,
): Promise<NoteKey> {
  const remembered = await state.readLogKey();
  if (remembered !== undefined && given !== undefined && remembered !== given) {
    throw new Error(`The state directory is that of another log: ${remembered}`);
  }
  const vkey = remembered ?? given;
  const key = vkey === undefined ? await fetchLogKey(url) : parseVkey(vkey);
  if (remembered === undefined) await state.saveLogKey(formatVkey(key));
  return key;
}

async function fetchLogKey(url: string): Promise<NoteKey> {
  const address = `${url.replace(/\/+$/, '')}/policy`;
  const init = { redirect: 'error', signal: AbortSignal.timeout(10_000) } as const;
  const response = await fetch(address, init).catch((cause: unknown) => {
    throw new Error(`${address} cannot be reached.`, { cause });
  });
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  const { logs } = parsePolicy(await response.text());
  const [log, ...more] = logs;
  if (!log || more.length > 0)
    throw new Error(`${address} names not exactly one log: give --log-key.`);
  return log.key;
}
