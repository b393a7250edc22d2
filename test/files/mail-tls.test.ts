/** TLS to the mail servers: only those that can prove who they are get anything, or give anything. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Authority,
  createAuthority,
  type MailServer,
  startMail,
  type TlsCertificate,
  until,
} from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { logsOf } from '../journeys/logs.ts';
import { type Channel, manifest, rowOf, startChannel } from './channel.ts';
import { newId, write } from './letters.ts';
import { answerIn, mailEnv, nameSenders } from './mail-channel.ts';

const canRun = inject('hasSshd') && inject('hasDovecot') && inject('natsUrl') !== undefined;

describe.skipIf(!canRun)('mail servers over TLS', () => {
  let dir: string;
  let ours: Authority;
  let good: TlsCertificate;
  let mail: MailServer;
  let channel: Channel;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'mail-tls-'));
    ours = await createAuthority({ dir: join(dir, 'ours') });
    good = await ours.issue('localhost');
    const started = await startMail({ dir: join(dir, 'mail') });
    if (!started) throw new Error('Dovecot cannot run here');
    mail = started;
    await show(good);
    channel = await startChannel({
      topology: 'a process per service',
      processes: ['accounts', 'pricing', 'jobs', 'files'],
      env: {
        SVC_MAIL_IMAP_URL: mail.secure.imapsUrl,
        SVC_MAIL_SMTP_URL: mail.secure.smtpsUrl,
        SVC_MAIL_CA: ours.certificate,
        ...mailEnv,
      },
    });
    await nameSenders(channel);
  });
  afterAll(async () => {
    await channel?.stop();
    await mail?.remove();
    await rm(dir, { recursive: true, force: true });
  });

  const show = async (certificate: TlsCertificate | undefined) => {
    await mail.show('imap', certificate);
    await mail.show('smtp', certificate);
  };
  const send = async (order: string): Promise<string> => {
    const id = newId();
    const enclosed = [{ name: `${order}.csv`, content: manifest(rowOf(order)) }];
    await mail.deliver(write({ id, enclosed }));
    return id;
  };
  let answered = 0;
  const expectAnswer = async (id: string, order: string) => {
    const { enclosed, isSecure } = await answerIn(mail, id);
    expect(isSecure).toBe(true);
    const { ref } = await channel.onlyBooking(order);
    expect(enclosed[`${order}.csv.ack`]).toContain(`1,${order},${ref},`);
    // The message is moved after the commit: the answer may be faster.
    answered += 1;
    await until(async () => (await mail.count('Taken')) === answered, {
      ...{ timeoutMs: 60_000, what: 'the message to be moved' },
    });
  };
  /** Collects the log from now on. */
  const listen = async () => {
    const from = (await logsOf(channel.stage)).length;
    return (msg: string, why: string) =>
      until(
        async () => {
          const lines = (await logsOf(channel.stage)).slice(from);
          return lines.some((line) => line.includes(msg) && line.includes(why));
        },
        { timeoutMs: 60_000, everyMs: 100, what: `the log to say ${msg}: ${why}` },
      );
  };

  it('that are certified are used, from the first byte', async () => {
    await expectAnswer(await send('T-1'), 'T-1');
  });

  it.each<[string, () => Promise<TlsCertificate>, string]>([
    [
      'another authority',
      async () => {
        const theirs = await createAuthority({ dir: join(dir, 'theirs') });
        return theirs.issue('localhost');
      },
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    ['the past', () => ours.issue('localhost', -1), 'CERT_HAS_EXPIRED'],
    ['another host', () => ours.issue('mail.elsewhere.example'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('with a certificate of %s get no login and no answer, and nothing is lost', async (...row) => {
    const [whose, issue, why] = row;
    const order = `T-${whose.replaceAll(' ', '-')}`;
    const bad = await issue();
    const logs = await listen();
    await show(bad);
    const id = await send(order);
    await logs('mailbox not looked into', why);
    expect(await mail.count()).toBe(1);
    expect(await channel.bookings(order)).toEqual([]);

    await mail.show('imap', good);
    await logs('step of a file failed', why);
    await channel.onlyBooking(order);
    expect(mail.sent.filter(({ raw }) => raw.includes(id))).toEqual([]);

    await mail.show('smtp', good);
    await expectAnswer(id, order);
  });

  it('may upgrade instead, and must: without TLS they get nothing, on this machine too', async () => {
    await channel.stage.kill('files');
    // Claims of the dead process expire now, not in a minute.
    await channel.stage.owner.query('update files.mailbox set due_at = now()');
    const { imapUrl, smtpUrl } = mail.secure;
    await channel.stage.start('files', {
      SVC_MAIL_IMAP_URL: imapUrl,
      SVC_MAIL_SMTP_URL: smtpUrl,
      SVC_MAIL_PLAIN_TEXT: 'false',
    });
    await expectAnswer(await send('T-2'), 'T-2');
    const logs = await listen();
    await show(undefined);
    const id = await send('T-3');
    await logs('mailbox not looked into', 'STARTTLS');
    await mail.show('imap', good);
    await logs('step of a file failed', 'ETLS');
    await mail.show('smtp', good);
    await expectAnswer(id, 'T-3');
  });

  it('are never named with their passwords', async () => {
    const { password } = new URL(mail.secure.imapsUrl);
    expect((await logsOf(channel.stage)).filter((line) => line.includes(password))).toEqual([]);
  });
});
