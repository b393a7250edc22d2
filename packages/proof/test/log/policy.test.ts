import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/log/bytes.ts';
import { signCheckpoint } from '../../src/log/checkpoint.ts';
import { cosign } from '../../src/log/cosignature.ts';
import { emptyRoot } from '../../src/log/merkle.ts';
import { parseNote } from '../../src/log/note.ts';
import { formatVkey, type NoteSigner } from '../../src/log/note-key.ts';
import { isQuorum, parsePolicy } from '../../src/log/policy.ts';
import { judgeCheckpoint, quorumTime } from '../../src/log/policy-verdict.ts';
import { signerOf } from './trees.ts';

const names = ['x1', 'x2', 'x3', 'y1', 'y2', 'y3'];
const log = await signerOf('log.example');
const logLine = `log ${formatVkey(log.key)} https://log.example/`;
const signers = new Map<string, NoteSigner>();
for (const name of names) {
  signers.set(name, await signerOf(`${name}.example`, 4));
}
const lineOf = (name: string): string => {
  const signer = signers.get(name);
  return `witness ${name} ${signer ? formatVkey(signer.key) : ''}`;
};
const witnesses = names.map(lineOf).join('\n');
const groups = `group x 2 x1 x2 x3
  group\ty any y1 y2 y3
group both all x y`;
const text = `# who watches\n${logLine}\n\n${witnesses}\n${groups}\nquorum both\n`;

async function noteOf(cosigners: Readonly<Record<string, number>>) {
  const note = parseNote(await signCheckpoint({ size: 0, root: emptyRoot }, log));
  const lines = await Promise.all(
    Object.entries(cosigners).map(([name, time]) => {
      const signer = signers.get(name);
      return signer ? cosign(note.text, signer, time) : expect.fail();
    }),
  );
  return { ...note, signatures: [...note.signatures, ...lines] };
}

describe('a policy', () => {
  const policy = parsePolicy(text);

  it.each<[boolean, string[]]>([
    [true, ['x1', 'x3', 'y2']],
    [true, names],
    [false, ['x1', 'y1', 'y2', 'y3']],
    [false, ['x1', 'x2', 'x3']],
    [false, []],
  ])('has a quorum: %s by %j', (expected, cosigned) => {
    expect(isQuorum(policy, new Set(cosigned))).toBe(expected);
  });

  it('that needs no witness has its quorum always', () => {
    expect(isQuorum(parsePolicy('quorum none'), new Set())).toBe(true);
  });

  it('accepts a checkpoint that its log signed and its quorum cosigned', async () => {
    const verdict = await judgeCheckpoint(await noteOf({ x1: 50, x2: 90, y1: 70, y3: 20 }), policy);
    expect(verdict).toMatchObject({ log: 'ok', quorum: true, accepted: true });
    expect(verdict.witnesses.filter(({ status }) => status === 'ok')).toHaveLength(4);
    // The second of the x is the last that the quorum needs.
    expect(quorumTime(policy, verdict.witnesses)).toBe(90);
  });

  it('does not accept one without the quorum', async () => {
    const verdict = await judgeCheckpoint(await noteOf({ x1: 50, y1: 70 }), policy);
    expect(verdict).toMatchObject({ log: 'ok', quorum: false, accepted: false });
    expect(quorumTime(policy, verdict.witnesses)).toBeNull();
  });

  it('does not accept one of a log that it does not list', async () => {
    const others = parsePolicy(`${witnesses}\nquorum x1`);
    const verdict = await judgeCheckpoint(await noteOf({ x1: 50 }), others);
    expect(verdict).toMatchObject({ log: 'unknown', quorum: true, accepted: false });
  });

  it('does not accept one with a bad cosignature of a witness that the quorum does not need', async () => {
    const note = await noteOf({ x1: 50, x2: 60, y1: 70 });
    const [x3] = (await noteOf({ x3: 1 })).signatures.slice(1);
    if (!x3) expect.fail();
    const forged = { ...x3, bytes: x3.bytes.with(20, (x3.bytes[20] ?? 0) ^ 1) };
    const signatures = [...note.signatures, forged];
    const verdict = await judgeCheckpoint({ ...note, signatures }, policy);
    expect(verdict).toMatchObject({ quorum: true, accepted: false });
  });
});

describe('a policy is refused', () => {
  it.each<[string, string]>([
    ['without a quorum', logLine],
    ['with two quorums', 'quorum none\nquorum none'],
    ['with an unknown keyword', 'mirror a\nquorum none'],
    ['whose quorum is defined after it', `quorum x1\n${lineOf('x1')}`],
    ['whose group names a later one', `group g any x1\n${lineOf('x1')}\nquorum g`],
    ['with a member of two groups', `${witnesses}\ngroup a any x1\ngroup b any x1\nquorum a`],
    ['with a member listed twice', `${witnesses}\ngroup a any x1 x1\nquorum a`],
    ['with a threshold of 0', `${witnesses}\ngroup a 0 x1\nquorum a`],
    ['with a threshold above its members', `${witnesses}\ngroup a 2 x1\nquorum a`],
    ['with a threshold that is no number', `${witnesses}\ngroup a constructor x1\nquorum a`],
    ['with a witness twice', `${lineOf('x1')}\n${lineOf('x1').replace(' x1', ' x9')}\nquorum none`],
    ['with a name twice', `${lineOf('x1')}\n${lineOf('x2').replace(' x2', ' x1')}\nquorum none`],
    ['with a log twice', `${logLine}\n${logLine}\nquorum none`],
    ['with a witness called none', `${lineOf('x1').replace(' x1', ' none')}\nquorum none`],
    ['whose log has a witness’s key', `${lineOf('x1').replace('witness x1', 'log')}\nquorum none`],
    ['whose witness has the key of a log', `witness w ${formatVkey(log.key)}\nquorum w`],
    ['with a broken key', 'log a+b+c\nquorum none'],
    ['with a control character', 'quorum none\u0001'],
    ['of more than 65,536 characters', `#${'a'.repeat(65_536)}\nquorum none`],
  ])('that has a fault: %s', (_, policy) => {
    expect(() => parsePolicy(policy)).toThrow(FormatError);
  });

  it('with the number of the line', () => {
    expect(() => parsePolicy('# a\nlog a+b+c\nquorum none')).toThrow('line 2 of the policy');
  });
});
