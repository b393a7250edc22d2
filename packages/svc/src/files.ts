/** Wholesale files: put one over SFTP and await its answers; list, show and watch those that came. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { eachOf, type ListFilesResponse } from '@svc/sdk';
import { optionsOf, pause, print, type Shell, table } from '@svc/text/shell';
import { Command } from 'commander';
import SftpClient from 'ssh2-sftp-client';
import { z } from 'zod';
import { clientOf } from './session.ts';

export const files = (shell: Shell): Command =>
  new Command('files')
    .description("a wholesaler's files")
    .addCommand(put(shell))
    .addCommand(watch(shell));

const place = z
  .url({ protocol: /^sftp$/ })
  .transform((text) => new URL(text))
  .refine(({ username, pathname }) => username !== '' && /^\/[a-z0-9-]+\/?$/.test(pathname), {
    error: 'sftp://login@host:port/centre',
  });

const put = (shell: Shell): Command =>
  new Command('put')
    .description('put a file into the inbound folder of a centre, and print its answers')
    .argument('<file>', 'a .csv, .edi or .ifm file')
    .requiredOption('--to <url>', 'sftp://login@host:port/centre')
    .requiredOption('--identity <file>', 'private key of the login')
    .requiredOption(
      '--host-key <fingerprint>',
      'of the server, SHA256:…, as ssh-keygen -l prints it',
    )
    .option('--no-wait', 'end when the file is there')
    .addHelpText(
      'after',
      `
Exit codes: 0 all rows are booked, 3 some are refused: the .err file is printed
Example:
  svc files put wave-1.csv --to sftp://demo@sftp.example:2222/jhb --identity id_ed25519 --host-key SHA256:…`,
    )
    .action(async (file: string, _options, command: Command) => {
      const { json, to, identity, hostKey, wait } = optionsOf(command, {
        to: place,
        identity: z.string(),
        hostKey: z.string().startsWith('SHA256:'),
        wait: z.boolean().default(true),
      });
      const name = basename(file);
      const folder = to.pathname.replace(/\/$/, '');
      const sftp = new SftpClient();
      await sftp.connect({
        host: to.hostname,
        port: Number(to.port || 22),
        username: decodeURIComponent(to.username),
        privateKey: await readFile(identity),
        hostVerifier: (key: Buffer) => fingerprintOf(key) === hostKey,
      });
      try {
        const before = await answersIn(sftp, folder, name);
        await upload(sftp, await readFile(file), `${folder}/inbound/${name}`);
        shell.err(`${name} is there${wait ? '; its answer comes within two minutes' : ''}`);
        if (!wait) return;
        const answers = await answersAfter(sftp, { folder, name, before, signal: shell.signal });
        const text = () => answers.map((answer) => answer.text.trimEnd()).join('\n');
        print(shell, json, [answers, text]);
        if (answers.some((answer) => answer.name.endsWith('.err'))) shell.exitCode = 3;
      } finally {
        await sftp.end();
      }
    });

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Under another name until it is whole: the server takes names that end in `.csv`, `.edi`, `.ifm`. */
async function upload(sftp: SftpClient, bytes: Buffer, path: string): Promise<void> {
  await sftp.put(bytes, `${path}.part`);
  await sftp.rename(`${path}.part`, path);
}

/** Time of change by name. */
type Answers = ReadonlyMap<string, number>;

async function answersIn(sftp: SftpClient, folder: string, name: string): Promise<Answers> {
  const all = await sftp.list(`${folder}/outbound`);
  const own = all.filter((file) => [`${name}.ack`, `${name}.err`].includes(file.name));
  return new Map(own.map((file) => [file.name, file.modifyTime]));
}

const pollMs = 2_000;
const deadlineMs = 150_000;

/** The `.ack` is put before the `.err`: one look more after the first answer finds both. */
async function answersAfter(
  sftp: SftpClient,
  wanted: { folder: string; name: string; before: Answers; signal: AbortSignal },
): Promise<{ name: string; text: string }[]> {
  const { folder, name, before, signal } = wanted;
  let seen = 0;
  for (let waitedMs = 0; waitedMs < deadlineMs && !signal.aborted; waitedMs += pollMs) {
    await pause(pollMs, signal);
    const now = await answersIn(sftp, folder, name);
    const fresh = [...now].filter(([own, time]) => before.get(own) !== time).map(([own]) => own);
    if (fresh.length > 0 && seen > 0) {
      const texts = fresh.sort().map(async (own) => {
        const bytes = await sftp.get(`${folder}/outbound/${own}`);
        return { name: own, text: String(bytes) };
      });
      return Promise.all(texts);
    }
    seen = fresh.length;
  }
  throw new Error(`No answer to ${name} came; svc files watch shows its state.`);
}

const watch = (shell: Shell): Command =>
  new Command('watch')
    .description('print incoming files and their state, until Ctrl-C')
    .option('--centre <name>', 'only of this distribution centre')
    .option('--no-follow', 'end with those that are there')
    .addHelpText('after', '\nExample:\n  svc files watch --centre jhb')
    .action(async (_options, command: Command) => {
      const { json, centre, follow } = optionsOf(command, {
        centre: z.string().optional(),
        follow: z.boolean().default(true),
      });
      const client = await clientOf(shell);
      const query = centre === undefined ? {} : { dc: centre };
      const shown = new Map<string, string>();
      while (!shell.signal.aborted) {
        const all: WholesaleFile[] = [];
        for await (const file of eachOf(client.listFiles, { query })) all.push(file);
        for (const file of all.reverse()) {
          if (shown.get(file.id) === file.status) continue;
          shown.set(file.id, file.status);
          print(shell, json, [file, () => table(shell, head, [cellsOf(file)])]);
        }
        if (!follow) return;
        await pause(pollMs, shell.signal);
      }
    });

const head = ['received', 'centre', 'name', 'status', 'booked'];
type WholesaleFile = ListFilesResponse['data'][number];
const cellsOf = (file: WholesaleFile): string[] => [
  file.received_at,
  file.dc,
  file.name,
  file.status,
  `${file.rows.booked} of ${file.rows.total}`,
];
