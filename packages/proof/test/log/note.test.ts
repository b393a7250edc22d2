import { describe, expect, it } from 'vitest';
import { FormatError, fromBase64, sameBytes, toBase64 } from '../../src/log/bytes.ts';
import { openCheckpoint, parseCheckpoint, signCheckpoint } from '../../src/log/checkpoint.ts';
import { checkCosignature, cosign } from '../../src/log/cosignature.ts';
import { emptyRoot } from '../../src/log/merkle.ts';
import {
  checkSignatureOf,
  formatNote,
  formatSignature,
  parseNote,
  parseSignatures,
  signNote,
} from '../../src/log/note.ts';
import { formatVkey, generateSecret, parseSecret, parseVkey } from '../../src/log/note-key.ts';
import { signerOf } from './trees.ts';

/** The example of signed-note. */
const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const signed = `This is an example message.

\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
const head = { size: 3, root: emptyRoot.map((byte) => byte ^ 1) };
const logOf = (name = 'log.example/custody') => signerOf(name);
const witnessOf = () => signerOf('witness.example/w', 4);

describe('a signed note', () => {
  it("of the specification's example verifies with its key", async () => {
    const note = parseNote(signed);
    expect(note.text).toBe('This is an example message.\n');
    expect(await checkSignatureOf(parseVkey(vkey), note)).toBe('ok');
    expect(formatNote(note)).toBe(signed);
    expect(formatVkey(parseVkey(vkey))).toBe(vkey);
  });

  it('is bad once its text is changed, and absent for another key', async () => {
    const key = parseVkey(vkey);
    expect(await checkSignatureOf(key, parseNote(signed.replace('This', 'That')))).toBe('bad');
    const { key: other } = await logOf('example.com/foo');
    expect(await checkSignatureOf(other, parseNote(signed))).toBe('absent');
  });

  it('is bad if only one of two lines of a key verifies', async () => {
    const { signatures, text } = parseNote(signed);
    const [good] = signatures;
    if (!good) expect.fail();
    const flipped = { ...good, bytes: good.bytes.map((byte, n) => (n === 9 ? byte ^ 1 : byte)) };
    const note = { text, signatures: [good, flipped] };
    expect(await checkSignatureOf(parseVkey(vkey), note)).toBe('bad');
  });

  const line = formatSignature({ name: 'a', id: '00000000', bytes: new Uint8Array(64) });
  it.each<[string, string]>([
    ['no signatures', 'text\n'],
    ['no newline at its end', signed.slice(0, -1)],
    ['a tab', signed.replace('an', '\t')],
    ['a lone surrogate', signed.replace('an', '\ud800')],
    ['another dash', signed.replace('\u2014', '-')],
    ['stray bits in its base64', signed.replace('QM=', 'QN=')],
    ['a signature of 4 bytes', `text\n\n\u2014 a AAAAAA==\n`],
    ['a plus in a name', signed.replace('foo U', 'f+o U')],
    ['65 signatures', `text\n\n${line.repeat(65)}`],
    ['more than 65,536 characters', `${'a'.repeat(65_536)}${signed}`],
  ])('is refused when it comes with %s', (_, note) => {
    expect(() => parseNote(note)).toThrow(FormatError);
  });
});

describe('a key', () => {
  it('has the public key of its secret', async () => {
    const secret = await generateSecret('a.example', 1);
    const [signer, again] = [await parseSecret(secret), await parseSecret(`${secret}\n`)];
    expect(again.key).toEqual(signer.key);
    const note = { text: 'a\n', signatures: [await signNote('a\n', signer)] };
    expect(await checkSignatureOf(signer.key, parseNote(formatNote(note)))).toBe('ok');
  });

  const changes = ['530d903a 530d903b', 'foo bar', '+Aek +Bek'].map((pair) => pair.split(' '));
  const broken = changes.map(([was = '', is = '']) => vkey.replace(was, is));
  it.each(['', 'a+b', ...broken, vkey.slice(0, -4)])('is not read from the text %j', (text) => {
    expect(() => parseVkey(text)).toThrow(FormatError);
  });

  it('that is broken is refused without its secret', async () => {
    const secret = await generateSecret('a.example', 1);
    const seed = secret.slice(-12);
    const error = await parseSecret(secret.replace('a.example', 'b.example')).catch(String);
    expect(error).toContain('its id is not that of the key');
    expect(error).not.toContain(seed);
  });

  it('has a name without spaces, pluses and control characters', async () => {
    for (const name of ['', 'a b', 'a+b', 'a\u00a0b', 'a\u0085b', 'a\nb']) {
      await expect(generateSecret(name, 1)).rejects.toThrow(FormatError);
    }
  });

  it('of a witness signs no notes, and that of a log cosigns none', async () => {
    await expect(signNote('a\n', await witnessOf())).rejects.toThrow(FormatError);
    await expect(cosign('a\n', await logOf(), 1)).rejects.toThrow(FormatError);
  });
});

describe('a checkpoint', () => {
  it('is opened with the key of its log alone', async () => {
    const [log, other] = [await logOf(), await logOf('other.example')];
    const text = await signCheckpoint(head, log);
    const { checkpoint } = await openCheckpoint(text, log.key);
    expect(checkpoint).toEqual({ ...head, origin: log.key.name, extensions: [] });
    await expect(openCheckpoint(text, other.key)).rejects.toThrow('of another log');
    const twin = await logOf();
    await expect(openCheckpoint(text, twin.key)).rejects.toThrow('not signed by its log');
    const larger = text.replace('\n3\n', '\n4\n');
    await expect(openCheckpoint(larger, log.key)).rejects.toThrow('not signed by its log');
  });

  const root = toBase64(emptyRoot);
  it.each<[string, string]>([
    ['two lines', 'a\n1\n'],
    ['no newline', `a\n1\n${root}`],
    ['a leading zero', `a\n01\n${root}\n`],
    ['a sign', `a\n+1\n${root}\n`],
    ['a size above 2^53', `a\n9007199254740992\n${root}\n`],
    ['an empty origin', `\n1\n${root}\n`],
    ['an empty extension', `a\n1\n${root}\n\n`],
    ['a root of 31 bytes', `a\n1\n${toBase64(emptyRoot.subarray(1))}\n`],
  ])('is refused when it comes with %s', (_, text) => {
    expect(() => parseCheckpoint(text)).toThrow(FormatError);
  });
});

describe('a cosignature', () => {
  it('states its time, and the earliest of several', async () => {
    const [log, witness] = [await logOf(), await witnessOf()];
    const note = parseNote(await signCheckpoint(head, log));
    const lines = [
      await cosign(note.text, witness, 1_700),
      await cosign(note.text, witness, 1_600),
    ];
    const cosigned = parseNote(formatNote({ ...note, signatures: [...note.signatures, ...lines] }));
    expect(await checkCosignature(witness.key, cosigned)).toEqual({ status: 'ok', time: 1_600 });
    expect(await checkCosignature(witness.key, note)).toEqual({ status: 'absent' });
    expect(await checkSignatureOf(log.key, cosigned)).toBe('ok');
  });

  it('is bad for another text and for another time', async () => {
    const witness = await witnessOf();
    const line = await cosign('a\n', witness, 1_700);
    const check = (text: string, bytes = line.bytes) =>
      checkCosignature(witness.key, { text, signatures: [{ ...line, bytes }] });
    expect(await check('a\n')).toEqual({ status: 'ok', time: 1_700 });
    expect(await check('b\n')).toEqual({ status: 'bad' });
    expect(await check('a\n', line.bytes.with(7, 1))).toEqual({ status: 'bad' });
    expect(await check('a\n', line.bytes.slice(8))).toEqual({ status: 'bad' });
  });

  it('is read from the line that a witness answers, and made with a time alone', async () => {
    const witness = await witnessOf();
    const line = await cosign('a\n', witness, 1_700);
    expect(parseSignatures([formatSignature(line).trimEnd()])).toEqual([line]);
    expect(() => parseSignatures(['<html>'])).toThrow(FormatError);
    await expect(cosign('a\n', witness, 0)).rejects.toThrow(RangeError);
  });
});

it('reads base64 in one spelling alone', () => {
  expect(sameBytes(fromBase64('AQI='), Uint8Array.of(1, 2))).toBe(true);
  for (const text of ['AQI', 'AQJ=', 'AQ I=', 'AQI=\n', '=', 'A_I=']) {
    expect(() => fromBase64(text)).toThrow(FormatError);
  }
});
