/** Witnesses as the configuration names them. */
import { cosignatureType, type NoteKey, parseVkey } from '@svc/proof/log/note-key';

export interface ConfiguredWitness {
  /** Name of its key: unique among the witnesses. */
  name: string;
  key: NoteKey;
  vkey: string;
  /** Submission prefix of tlog-witness. */
  url: string;
}

/** `<vkey> <URL>`, several with commas. Throws for anything else. */
export function parseWitnesses(text: string): readonly ConfiguredWitness[] {
  const witnesses = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map(parseWitness);
  const names = new Set(witnesses.map(({ name }) => name));
  if (names.size < witnesses.length) throw new Error('two witnesses have one name');
  return witnesses;
}

function parseWitness(text: string): ConfiguredWitness {
  const [vkey = '', url = '', ...more] = text.split(/\s+/);
  if (more.length > 0 || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error('a witness is `<vkey> <URL>`');
  }
  const key = parseVkey(vkey);
  if (key.type !== cosignatureType) throw new Error("a witness's key must be of type 4");
  return { name: key.name, key, vkey, url: url.replace(/\/+$/, '') };
}
