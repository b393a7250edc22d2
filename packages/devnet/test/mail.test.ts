import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startMail } from '../src/mail.ts';
import { commandLine } from '../src/processes.ts';

/** Is greeted, says all of it at once, and gives what the server said until it hung up. */
async function talk(url: string, words: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const greeting = text(socket);
  await once(socket, 'data');
  socket.write(words);
  return await greeting;
}

test.skipIf(!inject('hasDovecot'))('keeps what comes in and takes what goes out', async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), 'mail-'));
  const mail = await startMail({ dir: join(dir.path, 'mail') });
  if (!mail) throw new Error('Dovecot is missing');
  onTestFinished(() => mail.remove());
  await mail.deliver('From: a@b.example\r\n\r\nHello\r\n');
  const login = 'a login files in-development\r\nb select INBOX\r\nc logout\r\n';
  expect(await talk(mail.imapUrl, login)).toContain('* 1 EXISTS');
  expect(await mail.count()).toBe(1);
  expect(await mail.count('Taken')).toBe(0);

  const message = 'DATA\r\nSubject: hi\r\n\r\nthere\r\n.\r\nQUIT\r\n';
  const envelope = 'EHLO me\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\n';
  expect(await talk(mail.smtpUrl, envelope + message)).toContain('250');
  expect(mail.sent).toEqual([
    { to: ['c@d.example'], raw: 'Subject: hi\r\n\r\nthere\r\n', isSecure: false },
  ]);
  mail.refuse(550);
  expect(await talk(mail.smtpUrl, envelope + message)).toContain('550');
  await mail.stop();
  expect(commandLine(mail.pid())).toBeUndefined();
});
