import { describe, expect, it } from 'vitest';
import { organizationOf } from '../../adapters/organizational-domain.ts';
import { classifyMail, type Mail, senderOf } from './mail.ts';

const sender = 'waves@wholesaler.example';
const policy = { authservId: 'mx.carrier.example', required: ['dkim'] as const, organizationOf };
const attachment = (name: string, size = 1_000) => ({ part: '2', name, size });
const mail: Mail = {
  id: '<1@wholesaler.example>',
  size: 2_000,
  from: [sender],
  fromHeaders: 1,
  authenticationResults: ['mx.carrier.example; dkim=pass header.d=wholesaler.example'],
  origin: 'other',
  attachments: [attachment('wave.csv')],
};
const judge = (changes: Partial<Mail>, known: string | undefined = sender) =>
  classifyMail({ ...mail, ...changes }, { sender: known, policy });

const mib = 1024 * 1024;

describe('an e-mail', () => {
  it('yields the attachments that are named as manifests', () => {
    const wanted = [attachment('wave.csv'), attachment('w.EDI'), attachment('w.ifm')];
    const others = [attachment('logo.png'), attachment('.csv'), attachment('wave.csv.zip')];
    expect(judge({ attachments: [...others, ...wanted] })).toEqual({ manifests: wanted });
  });

  it.each([
    ['is an answer of a machine', { origin: 'answer' }, sender, 'automatic'],
    [
      'is a machine’s and brings nothing',
      { origin: 'machine', attachments: [] },
      sender,
      'automatic',
    ],
    ['is from somebody we do not know', {}, undefined, 'unknown_sender'],
    ['was not checked', { authenticationResults: [] }, sender, 'not_authentic'],
  ] as const)('is ignored when it %s', (_, changes, known, quarantined) => {
    expect(classifyMail({ ...mail, ...changes }, { sender: known, policy })).toEqual({
      quarantined,
    });
  });

  it.each([
    ['is too large', { size: 25 * mib + 1 }, 'too_large'],
    ['has no attachment', { attachments: [] }, 'no_manifest'],
    ['has no manifest', { attachments: [attachment('wave.xlsx')] }, 'no_manifest'],
    ['has a large one', { attachments: [attachment('wave.csv', 15 * mib)] }, 'too_large'],
    [
      'has a thousand',
      { attachments: Array.from({ length: 1_000 }, (_, n) => attachment(`${n}.csv`)) },
      'too_many_attachments',
    ],
  ])('gets a reply with the fault when it %s', (_, changes, code) => {
    expect(judge(changes)).toEqual({ fault: { column: '', code, message: expect.any(String) } });
  });

  it.each(['winmail.dat', 'WINMAIL.DAT'])(
    'gets a reply about a manifest packed by Outlook: %s',
    (name) => {
      const packed = expect.stringContaining('Outlook packed the attachments into winmail.dat');
      expect(judge({ attachments: [attachment(name)] })).toMatchObject({
        fault: { message: packed },
      });
    },
  );

  it('may be sent by a machine', () => {
    expect(judge({ origin: 'machine' })).toEqual({ manifests: mail.attachments });
  });

  it('may have a file of 10 MiB, which is 13.7 encoded', () => {
    const attachments = [attachment('wave.csv', Math.ceil(10 * mib * (4 / 3) * (78 / 76)))];
    expect(judge({ attachments })).toEqual({ manifests: attachments });
  });

  it('has a sender only where one header has one address', () => {
    expect(senderOf(mail)).toBe(sender);
    expect(senderOf({ ...mail, from: [] })).toBeUndefined();
    expect(senderOf({ ...mail, from: [sender, 'other@evil.example'] })).toBeUndefined();
    expect(senderOf({ ...mail, fromHeaders: 2 })).toBeUndefined();
  });
});
