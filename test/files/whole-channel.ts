/** All that the file channel promises to wholesalers, over one server; good files are in a test of their own. */
import type { startSftpStandIn, startSshd } from '@svc/devnet';
import { afterAll, beforeAll } from 'vitest';
import { badFiles } from './bad-files.ts';
import { type Channel, startChannel } from './channel.ts';
import { commandLine } from './command-line.ts';
import { ediFiles } from './edi-files.ts';
import { hundredFiles } from './hundred-files.ts';
import { isolation } from './isolation.ts';
import { erasedProofFiles, proofFiles } from './proof-files.ts';
import { retention } from './retention.ts';
import { slowUploads } from './slow-uploads.ts';
import { spreadsheets } from './spreadsheets.ts';

export function wholeChannel(startServer: typeof startSshd | typeof startSftpStandIn): void {
  let channel: Channel;
  beforeAll(async () => {
    channel = await startChannel({ startServer });
  });
  afterAll(() => channel?.stop());
  const given = () => channel;
  badFiles(given);
  spreadsheets(given);
  slowUploads(given);
  commandLine(given);
  proofFiles(given);
  erasedProofFiles(given);
  ediFiles(given);
  hundredFiles(given);
  isolation(given);
  retention(given);
}
