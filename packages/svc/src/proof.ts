/** Proof: custody verify, certificates. */
import { readFile } from 'node:fs/promises';
import { exitCode } from '@svc/proof/verify/bundle';
import { readKeys } from '@svc/proof/verify/bundle-parser';
import { parsed, verifyFile } from '@svc/proof/verify/file';
import { optionsOf, print, type Shell } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import { clientFor, readSession, type StoredSession } from './session.ts';

export const custody = (shell: Shell): Command =>
  new Command('custody').description('chains of custody').addCommand(
    new Command('verify')
      .description("fetch a job's chain and certificate, and verify them on this machine")
      .argument('<job>', 'id or reference')
      .option('--jwks <file>', "the carrier's keys; else they are fetched from the API")
      .addHelpText(
        'after',
        `
Exit codes: 0 verified, 1 tampered with, 2 not shown; further ones: npm run proof -- verify --help
Example:
  svc custody verify SVC-7K3M9QX2`,
      )
      .action(async (id: string, _options, command: Command) => {
        const { json, jwks } = optionsOf(command, { jwks: z.string().optional() });
        const session = await readSession(shell);
        const text = await bundleText(session, id);
        const keys = readKeys(
          jwks === undefined
            ? await fetchKeys(session.baseUrl)
            : parsed(await readFile(jwks, 'utf8')),
        );
        const file = await verifyFile(text, { ...(keys && { jwks: { keys } }) });
        print(shell, json, [file.verdict, () => file.report.trimEnd()]);
        shell.exitCode = exitCode(file.verdict);
      }),
  );

/** As it was sent: what is there twice is no longer once it is parsed. */
async function bundleText(session: StoredSession, id: string): Promise<string> {
  let text = '';
  const client = clientFor(session, async (input, init) => {
    const response = await fetch(input, init);
    text = await response.clone().text();
    return response;
  });
  await client.getCustodyBundle({ path: { id } });
  return text;
}

async function fetchKeys(baseUrl: string): Promise<unknown> {
  const response = await fetch(new URL('/.well-known/certificate-keys.json', baseUrl), {
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`The keys cannot be fetched: ${response.status}.`);
  return parsed(await response.text());
}

export const certificates = (shell: Shell): Command =>
  new Command('certificates')
    .description('the certificate of a job, or one by its id')
    .argument('<id>', 'POC-…, PCC-…, or the id of a delivered job')
    .addHelpText('after', '\nExample:\n  svc certificates POC-7K3M9QX2AB')
    .action(async (id: string, _options, command: Command) => {
      const { json } = optionsOf(command, {});
      const found = await clientFor(await readSession(shell)).getCertificate({ path: { id } });
      const { type, issued_at, verify_url, related, cold_chain } = found;
      const result = cold_chain ? `, ${cold_chain.result}` : '';
      const more = related.length > 0 ? `\nrelated: ${related.join(', ')}` : '';
      const text = () => `${found.id} ${type}${result}, issued ${issued_at}\n${verify_url}${more}`;
      print(shell, json, [found, text]);
    });
