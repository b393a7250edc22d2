/** Trust policies (tlog-policy): known logs and witnesses, and the quorum of witnesses. */
import { FormatError, toHex } from './bytes.ts';
import { cosignatureType, type NoteKey, parseVkey, signatureType } from './note-key.ts';

export interface PolicyLog {
  key: NoteKey;
  url: string | null;
}
export interface PolicyWitness extends PolicyLog {
  /** Name inside the policy. */
  name: string;
}
interface PolicyGroup {
  threshold: number;
  members: readonly string[];
}
export interface Policy {
  logs: readonly PolicyLog[];
  witnesses: readonly PolicyWitness[];
  groups: ReadonlyMap<string, PolicyGroup>;
  /** A witness, a group, or `none`. */
  quorum: string;
}

const policyLengthMax = 65_536;
const linesMax = 1_024;

/** Throws FormatError, which names the line. */
export function parsePolicy(text: string): Policy {
  if (text.length > policyLengthMax) throw new FormatError('the policy is too long');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) {
    throw new FormatError('the policy has control characters');
  }
  const lines = text.split('\n');
  if (lines.length > linesMax) throw new FormatError('the policy has too many lines');
  const draft: Draft = {
    logs: [],
    witnesses: [],
    groups: new Map(),
    quorum: [],
    members: new Set(),
  };
  for (const [index, line] of lines.entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0]?.startsWith('#')) continue;
    try {
      readLine(words, draft);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      throw new FormatError(`line ${index + 1} of the policy: ${error.message}`);
    }
  }
  const [quorum, ...more] = draft.quorum;
  if (quorum === undefined || more.length > 0) {
    throw new FormatError('the policy must have exactly one quorum line');
  }
  return { logs: draft.logs, witnesses: draft.witnesses, groups: draft.groups, quorum };
}

/** Whether these witnesses, by their names in the policy, satisfy the quorum. */
export function isQuorum({ groups, quorum }: Policy, cosigned: ReadonlySet<string>): boolean {
  const satisfied = new Set(cosigned);
  // A group stands behind its members, so that one pass in order suffices.
  for (const [name, { threshold, members }] of groups) {
    if (members.filter((member) => satisfied.has(member)).length >= threshold) satisfied.add(name);
  }
  return quorum === 'none' || satisfied.has(quorum);
}

interface Draft {
  logs: PolicyLog[];
  witnesses: PolicyWitness[];
  groups: Map<string, PolicyGroup>;
  quorum: string[];
  /** Names that are members of a group: each may be one once. */
  members: Set<string>;
}

function readLine([keyword, ...words]: readonly string[], draft: Draft): void {
  if (keyword === 'log' && (words.length === 1 || words.length === 2)) readLog(words, draft);
  else if (keyword === 'witness' && (words.length === 2 || words.length === 3)) {
    readWitness(words, draft);
  } else if (keyword === 'group' && words.length >= 3) readGroup(words, draft);
  else if (keyword === 'quorum' && words.length === 1) readQuorum(words, draft);
  else throw new FormatError('it is no log, witness, group or quorum');
}

function readLog([vkey = '', url = null]: readonly (string | null)[], { logs }: Draft): void {
  const key = keyOf(vkey ?? '', signatureType, logs);
  logs.push({ key, url });
}

function readWitness([name = '', vkey = '', url]: readonly string[], draft: Draft): void {
  refuseDefined(name, draft);
  const key = keyOf(vkey, cosignatureType, draft.witnesses);
  draft.witnesses.push({ name, key, url: url ?? null });
}

function readGroup([name = '', count = '', ...members]: readonly string[], draft: Draft): void {
  refuseDefined(name, draft);
  for (const member of members) {
    if (!isDefined(member, draft)) throw new FormatError(`${member} is not defined before it`);
    if (draft.members.has(member)) throw new FormatError(`${member} is a member twice`);
    draft.members.add(member);
  }
  const threshold = thresholdOf(count, members.length);
  if (threshold < 1 || threshold > members.length) {
    throw new FormatError('its threshold is not between 1 and the number of its members');
  }
  draft.groups.set(name, { threshold, members });
}

function thresholdOf(count: string, members: number): number {
  if (count === 'all') return members;
  if (count === 'any') return 1;
  return /^[1-9][0-9]{0,3}$/.test(count) ? Number(count) : 0;
}

function readQuorum([name = '']: readonly string[], draft: Draft): void {
  if (name !== 'none' && !isDefined(name, draft)) {
    throw new FormatError(`${name} is not defined before it`);
  }
  draft.quorum.push(name);
}

function keyOf(vkey: string, type: NoteKey['type'], known: readonly { key: NoteKey }[]): NoteKey {
  const key = parseVkey(vkey);
  if (key.type !== type) throw new FormatError(`its key must be of type ${type}`);
  if (known.some((each) => toHex(each.key.publicKey) === toHex(key.publicKey))) {
    throw new FormatError('its key is listed already');
  }
  return key;
}

const isDefined = (name: string, { witnesses, groups }: Draft): boolean =>
  groups.has(name) || witnesses.some((witness) => witness.name === name);

function refuseDefined(name: string, draft: Draft): void {
  if (name === 'none' || isDefined(name, draft)) throw new FormatError(`${name} is taken already`);
}
