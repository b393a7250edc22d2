/** Manifests by e-mail, over real IMAP and SMTP; one environment for all. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MailServer, startMail, until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Channel, manifest, rowOf, startChannel } from './channel.ts';
import { interchange } from './interchanges.ts';
import { demoSender, type Enclosed, host, newId, passed, write } from './letters.ts';
import { answerIn, mailEnv, nameSenders } from './mail-channel.ts';

const canRun = inject('hasSshd') && inject('hasDovecot');

describe.skipIf(!canRun)('a manifest by e-mail', () => {
  let dir: string;
  let mail: MailServer;
  let channel: Channel;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'mail-'));
    const started = await startMail({ dir: join(dir, 'mail') });
    if (!started) throw new Error('Dovecot cannot run here');
    mail = started;
    channel = await startChannel({
      env: {
        SVC_MAIL_IMAP_URL: mail.imapUrl,
        SVC_MAIL_SMTP_URL: mail.smtpUrl,
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

  const answerTo = (id: string, after = 0) => answerIn(mail, id, after);
  const send = async (...enclosed: Enclosed[]): Promise<string> => {
    const id = newId();
    await mail.deliver(write({ id, enclosed }));
    return id;
  };
  const emptied = () =>
    until(async () => (await mail.count()) === 0, { timeoutMs: 60_000, what: 'an empty inbox' });

  it('is booked, and answered to its sender', async () => {
    const id = await send({ name: 'wave.csv', content: manifest(rowOf('M-1'), rowOf('M-2')) });
    const { to, raw, enclosed } = await answerTo(id);
    expect(to).toEqual([demoSender]);
    expect(raw).toContain('Auto-Submitted: auto-replied');
    const [first, second] = [await channel.onlyBooking('M-1'), await channel.onlyBooking('M-2')];
    expect(enclosed).toEqual({
      'wave.csv.ack': [
        'row,order_id,ref,job_id',
        `1,M-1,${first.ref},${first.id}`,
        `2,M-2,${second.ref},${second.id}`,
        '',
      ].join('\n'),
    });
    // The message is moved after the commit: the answer may be faster.
    await until(async () => (await mail.count('Taken')) === 1, {
      ...{ timeoutMs: 60_000, what: 'the message to be moved' },
    });
  });

  it('may be one of several, of both kinds, with faults', async () => {
    const id = await send(
      { name: 'logo.png', content: 'not ours' },
      { name: 'a.csv', content: manifest(rowOf('M-3'), rowOf('M-4', { totes: '0' })) },
      { name: 'b.edi', content: interchange('M-5') },
    );
    const answers = [await answerTo(id), await answerTo(id, 1)].map((each) => each.enclosed);
    const all = Object.assign({}, ...answers);
    expect(Object.keys(all).toSorted()).toEqual(['a.csv.ack', 'a.csv.err', 'b.edi.ack']);
    expect(all['a.csv.err']).toContain('2,M-4,totes,invalid_totes');
    await channel.onlyBooking('M-3');
    await channel.onlyBooking('M-5');
    expect(await channel.bookings('M-4')).toEqual([]);
  });

  it('is booked once and answered once, however often it lies in the inbox', async () => {
    const id = newId();
    const letter = write({ id, enclosed: [{ name: 'w.csv', content: manifest(rowOf('M-6')) }] });
    await mail.deliver(letter);
    await answerTo(id);
    await mail.deliver(letter);
    await emptied();
    const last = await send({ name: 'x.csv', content: manifest(rowOf('M-7')) });
    await answerTo(last);
    expect(mail.sent.filter(({ raw }) => raw.includes(`In-Reply-To: ${id}`))).toHaveLength(1);
    await channel.onlyBooking('M-6');
  });

  it('that brings the bytes of another is a duplicate', async () => {
    const content = manifest(rowOf('M-8'));
    await answerTo(await send({ name: 'first.csv', content }));
    const { enclosed } = await answerTo(await send({ name: 'second.csv', content }));
    expect(enclosed['second.csv.err']).toContain('0,,,duplicate_file,');
    await channel.onlyBooking('M-8');
  });

  it.each<[string, Enclosed[], string, string]>([
    [
      'a thousand attachments',
      Array.from({ length: 1_000 }, (_, n) => ({
        name: `${n}.csv`,
        content: manifest(rowOf('M-9')),
      })),
      'message.err',
      'too_many_attachments',
    ],
    ['no manifest', [{ name: 'wave.xlsx', content: 'PK' }], 'message.err', 'no_manifest'],
    [
      'too much',
      [{ name: 'w.csv', content: Buffer.alloc(11 * 1024 * 1024, 'x') }],
      'message.err',
      'too_large',
    ],
    [
      'a zip',
      [{ name: 'zip.csv', content: 'PK\u0003\u0004\u0000\u0000' }],
      'zip.csv.err',
      'bad_encoding',
    ],
    ['an empty file', [{ name: 'no.csv', content: '' }], 'no.csv.err', 'bad_header'],
    [
      'wrong counts',
      [{ name: 'w.edi', content: interchange('M-9').replace('UNZ+1', 'UNZ+2') }],
      'w.edi.err',
      'malformed',
    ],
    [
      'a path',
      [{ name: 'w/../../etc/w.csv', content: 'x' }],
      expect.stringMatching(/^w_\.\._\.\._etc_w~wf_[0-9A-Z]{26}\.csv\.err$/),
      'bad_header',
    ],
  ])('with %s is answered with what is wrong', async (_, enclosed, name, code) => {
    const answer = await answerTo(await send(...enclosed));
    const [[file, content] = []] = Object.entries(answer.enclosed);
    expect(file).toEqual(name);
    expect(content).toMatch(new RegExp(`^0,,\\w*,${code},`, 'm'));
    expect(await channel.bookings('M-9')).toEqual([]);
  });

  it('is set aside unanswered unless a known sender certainly sent it', async () => {
    const enclosed = [{ name: 'w.csv', content: manifest(rowOf('M-10')) }];
    const forged = `Authentication-Results: ${host}; dkim=fail header.d=demo.example`;
    const letters = [
      write({ enclosed, checked: '' }),
      write({ enclosed, checked: `${forged}\r\n${passed()}` }),
      write({ enclosed, checked: passed('evil.example') }),
      write({ enclosed, from: 'waves@evil.example', checked: passed('evil.example') }),
      write({ enclosed, headers: ['Auto-Submitted: auto-replied'] }),
      write({ headers: ['Precedence: bulk'] }),
      write({ headers: ['In-Reply-To: <wf_01M8001B4PC5MF41A0NAPK2X3S@carrier.example>'] }),
      write({ enclosed, headers: ['From: other@demo.example'] }),
    ];
    const [before, sent] = [await mail.count('SetAside'), mail.sent.length];
    for (const letter of letters) await mail.deliver(letter);
    const areSetAside = async () => (await mail.count('SetAside')) === before + letters.length;
    await until(areSetAside, { timeoutMs: 60_000, what: 'all letters to be set aside' });
    await emptied();
    expect(mail.sent).toHaveLength(sent);
    expect(await channel.bookings('M-10')).toEqual([]);
  });

  it('is answered in the end when the mail server takes nothing for a while', async () => {
    mail.refuse(451);
    const id = await send({ name: 'w.csv', content: manifest(rowOf('M-11')) });
    const tried = () => waitingFile(channel, 'w.csv');
    await until(tried, { timeoutMs: 60_000, what: 'a try in vain' });
    mail.refuse(undefined);
    expect((await answerTo(id)).enclosed['w.csv.ack']).toContain('M-11');
    await channel.onlyBooking('M-11');
  });

  it('is found in the end when the mailbox is away for a while', async () => {
    await mail.cut();
    const id = await send({ name: 'late.csv', content: manifest(rowOf('M-13')) });
    await mail.restore();
    expect((await answerTo(id)).enclosed['late.csv.ack']).toContain('M-13');
    await channel.onlyBooking('M-13');
  });

  it('counts as answered when the address refuses for good', async () => {
    mail.refuse(550);
    await send({ name: 'refused.csv', content: manifest(rowOf('M-12')) });
    const answered = async () => (await fileOf(channel, 'refused.csv'))?.status === 'answered';
    await until(answered, { timeoutMs: 60_000, what: 'the file to be answered' });
    mail.refuse(undefined);
    await channel.onlyBooking('M-12');
  });
});

const fileOf = async ({ desk }: Channel, name: string) =>
  (await desk.files.list({})).data.find((file) => file.name === name);

const waitingFile = async (channel: Channel, name: string): Promise<boolean> => {
  const file = await fileOf(channel, name);
  return file?.status === 'processing' && file.attempts > 0;
};
