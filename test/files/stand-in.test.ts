import { startSftpStandIn } from '@svc/devnet';
import { describe } from 'vitest';
import { wholeChannel } from './whole-channel.ts';

describe("the file channel over OpenSSH's stand-in", () => {
  wholeChannel(startSftpStandIn);
});
