/** Wholesalers' files over the real OpenSSH; one environment for all. */
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { badFiles } from './bad-files.ts';
import { type Channel, startChannel } from './channel.ts';
import { commandLine } from './command-line.ts';
import { ediFiles } from './edi-files.ts';
import { goodFiles } from './good-files.ts';
import { isolation } from './isolation.ts';
import { erasedProofFiles, proofFiles } from './proof-files.ts';
import { retention } from './retention.ts';
import { slowUploads } from './slow-uploads.ts';

describe.skipIf(!inject('hasSshd'))('the file channel', () => {
  let channel: Channel;
  beforeAll(async () => {
    channel = await startChannel();
  });
  afterAll(() => channel?.stop());
  const given = () => channel;
  goodFiles(given);
  badFiles(given);
  slowUploads(given);
  commandLine(given);
  proofFiles(given);
  erasedProofFiles(given);
  ediFiles(given);
  isolation(given);
  retention(given);
});
