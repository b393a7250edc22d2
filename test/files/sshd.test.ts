import { startSshd } from '@svc/devnet';
import { describe, inject } from 'vitest';
import { wholeChannel } from './whole-channel.ts';

describe.skipIf(!inject('hasSshd'))('the file channel over OpenSSH', () => {
  wholeChannel(startSshd);
});
