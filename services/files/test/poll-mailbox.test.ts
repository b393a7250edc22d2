/** Manifests out of the mailbox: once each, whichever process dies and however many poll. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MailServer, startMail } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Mailbox, openMailbox } from '../src/adapters/mail/mailbox.ts';
import { organizationOf } from '../src/adapters/organizational-domain.ts';
import { processMessage } from '../src/workflows/poll-mailbox.ts';
import { filesTest } from './app.ts';
import { failingAfter } from './failure-injection.ts';

const tenant = 'ten_a';
const sender = 'waves@a.example';
const letter = (id: string): string =>
  [
    'Authentication-Results: mx.example; dkim=pass header.d=a.example',
    `From: ${sender}`,
    `Message-ID: <${id}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...['--b', 'Content-Type: text/csv; name=one.csv', '', `one of ${id}`],
    ...['--b', 'Content-Type: text/csv; name=two.csv', '', `two of ${id}`],
    ...['--b--', ''],
  ].join('\r\n');

describe.skipIf(!inject('hasDovecot'))('the mailbox', () => {
  let dir: string;
  let mail: MailServer;
  const app = filesTest();

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'mail-'));
    const started = await startMail({ dir: join(dir, 'mail') });
    if (!started) throw new Error('Dovecot cannot run here');
    mail = started;
    const values = [tenant, sender, 'x'];
    await app.sql('insert into files.mail_sender values ($1, $2, $3)', values);
  });
  afterAll(async () => {
    await mail?.remove();
    await rm(dir, { recursive: true, force: true });
  });

  const settings = () => ({
    imapUrl: mail.imapUrl,
    smtpUrl: mail.smtpUrl,
    address: 'files@example.com',
    policy: { authservId: 'mx.example', required: ['dkim' as const], organizationOf },
    security: { ca: undefined, plainText: undefined },
  });
  /** All that lies there, through a connection of its own, perhaps a failing one. */
  const collectAll = async (failing: <T extends object>(parts: T) => T = (parts) => parts) => {
    const mailbox = await openMailbox(settings());
    try {
      const { transaction, ...rest } = app.context();
      const deps = {
        context: { ...rest, ...failing({ transaction }) },
        storage: failing(app.files()),
      };
      const uids = await mailbox.list();
      for (const uid of uids) {
        await processMessage(deps, {
          mailbox: failing<Mailbox>(mailbox),
          uid,
          settings: settings(),
        });
      }
    } finally {
      await mailbox.close();
    }
  };
  const filesOf = async (id: string): Promise<string[]> => {
    const rows = await app.sql(
      `select f.name, f.id as file_id from files.file f
         join files.mail_attachment m on m.tenant_id = f.tenant_id and m.file_id = f.id
        where m.message_id = $1 and f.tenant_id = $2 and f.step = 'reading' order by f.name`,
      [`<${id}>`, tenant],
    );
    for (const { name, file_id } of rows) {
      const bytes = await app.files().get(`wholesale/${tenant}/${file_id}`);
      expect(Buffer.from(bytes).toString()).toContain(`${name.slice(0, 3)} of ${id}`);
    }
    return rows.map(({ name }) => name);
  };

  it('yields each attachment once, whichever step a collector dies after', async () => {
    let step = 0;
    for (let isThrough = false; !isThrough; ) {
      step += 1;
      const id = `${step}@a.example`;
      await mail.deliver(letter(id));
      const death = failingAfter(step);
      isThrough = await collectAll(death).then(
        () => true,
        () => false,
      );
      await collectAll();
      expect(await filesOf(id), `step ${step}`).toEqual(['one.csv', 'two.csv']);
      expect(await mail.count()).toBe(0);
    }
    // Look, two attachments of fetch, put and commit each, and the move.
    expect(step).toBeGreaterThan(8);
  });

  it('yields each attachment once to concurrent collectors', async () => {
    const ids = Array.from({ length: 5 }, (_, n) => `twin-${n}@a.example`);
    for (const id of ids) await mail.deliver(letter(id));
    await Promise.allSettled([collectAll(), collectAll(), collectAll()]);
    await collectAll();
    for (const id of ids) expect(await filesOf(id)).toEqual(['one.csv', 'two.csv']);
    expect(await mail.count()).toBe(0);
  });

  it('lists uninspected messages first, and skips those that others took', async () => {
    await mail.deliver(letter('first@a.example'));
    await using earlier = await visit();
    const [first = 0] = await earlier.list();
    expect(await earlier.inspect(first)).toMatchObject({
      id: '<first@a.example>',
      from: [sender],
      attachments: [{ name: 'one.csv' }, { name: 'two.csv' }],
    });
    await mail.deliver(letter('second@a.example').replace('Message-ID', 'X-Other'));
    await using later = await visit();
    const [second = 0, ...others] = await later.list();
    expect(others).toEqual([first]);
    expect(await later.inspect(second)).toMatchObject({ id: expect.stringMatching(/^place:/) });
    await collectAll();
    expect(await later.inspect(second)).toBeUndefined();
  });

  it('yields names and contents in any encoding', async () => {
    const parts = [
      ["Content-Disposition: attachment; filename*=utf-8''w%C3%A9.csv", '', 'plain'],
      ['Content-Disposition: attachment; filename="=?utf-8?B?' + 'd8OpLmNzdg==?="', '', 'words'],
      ['Content-Disposition: attachment; filename*0="long-"; filename*1="name.csv"', '', 'parts'],
      [
        ...['Content-Type: text/plain; name=qp.csv', 'Content-Transfer-Encoding: quoted-printable'],
        ...['', 'a=3Db =', 'c=C3=A9'],
      ],
    ];
    const body = parts.map((part) => ['--b', ...part].join('\r\n')).join('\r\n');
    const head = letter('names@a.example').split('--b')[0];
    await mail.deliver(`${head}${body}\r\n--b--\r\n`);
    await using box = await visit();
    const [uid = 0] = await box.list();
    const { attachments = [] } = (await box.inspect(uid)) ?? {};
    expect(attachments.map(({ name }) => name)).toEqual([
      'wé.csv',
      'wé.csv',
      'long-name.csv',
      'qp.csv',
    ]);
    const contents = await Promise.all(
      attachments.map(({ part }) => box.fetchAttachment(uid, part)),
    );
    expect(contents.map(String)).toEqual(['plain', 'words', 'parts', 'a=b cé']);
    await collectAll();
  });

  it("detects Outlook's packed files by type, also without a name", async () => {
    const packed = '--b\r\nContent-Type: application/ms-tnef\r\n\r\nx\r\n--b--\r\n';
    await mail.deliver(`${letter('packed@a.example').split('--b')[0]}${packed}`);
    await using box = await visit();
    const [uid = 0] = await box.list();
    expect(await box.inspect(uid)).toMatchObject({ attachments: [{ name: 'winmail.dat' }] });
    await collectAll();
  });

  it('deletes processed messages from before a day, and no others', async () => {
    const before = new Date(Date.now() - 10 * 86_400_000);
    const [takenBefore, old] = [await mail.count('Taken'), new Date(before.getTime() - 1_000)];
    await mail.deliver(letter('old@a.example'), old);
    await mail.deliver(letter('new@a.example'));
    await collectAll();
    await mail.deliver(letter('waiting@a.example'), old);
    expect(await mail.count('Taken')).toBe(takenBefore + 2);
    await using box = await visit();
    await box.deleteBefore(before);
    expect([await mail.count('Taken'), await mail.count()]).toEqual([takenBefore + 1, 1]);
  });

  const visit = async () => {
    const mailbox = await openMailbox(settings());
    return { ...mailbox, [Symbol.asyncDispose]: mailbox.close };
  };
});
