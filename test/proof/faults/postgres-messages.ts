/** Messages of Postgres's protocol, version 3, as far as a gate for statements needs them. */

/** Calls back with type and bytes of each whole message. */
export function messageReader(onMessage: (type: string, bytes: Buffer) => unknown) {
  let rest = Buffer.alloc(0);
  return (part: Buffer): void => {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      onMessage(message.toString('latin1', 0, 1), message);
    }
  };
}

export interface Statement {
  text: string;
  /** All messages of it: Query, or Parse, Bind, Describe, Execute and Sync. */
  bytes: Buffer;
}

interface Listener {
  /** Connections of another `application_name` are handed on whole. */
  application: string;
  onStatement: (statement: Statement) => void;
  onOther: (bytes: Buffer) => void;
}

/** Of one connection, from its first byte. The first message has no type. */
export function statementReader({ application, onStatement, onOther }: Listener) {
  const texts = new Map<string, string>();
  const parts: Buffer[] = [];
  let text = '';
  const onMessage = (type: string, bytes: Buffer) => {
    if (!statementTypes.has(type)) return onOther(bytes);
    const [first = '', second = ''] = bytes.toString('utf8', 5).split('\0');
    if (type === 'Q') text = first;
    if (type === 'P') text = second;
    if (type === 'P') texts.set(first, second);
    if (type === 'B') text = texts.get(second) ?? text;
    parts.push(bytes);
    if (type !== 'Q' && type !== 'S') return undefined;
    onStatement({ text, bytes: Buffer.concat(parts.splice(0)) });
    return undefined;
  };
  const read = messageReader(onMessage);
  let isOurs: boolean | undefined;
  return (part: Buffer): void => {
    if (isOurs === undefined) {
      isOurs = part.includes(`application_name\0${application}\0`);
      onOther(part);
    } else if (isOurs) read(part);
    else onOther(part);
  };
}

/** Query, Parse, Bind, Describe, Execute, Close, Flush, Sync. */
const statementTypes = new Set([...'QPBDECHS']);

/** A statement that fails. */
export function errorQuery(sqlState: string): Buffer {
  const sql = `do $$ begin raise exception using errcode = '${sqlState}', message = 'storage failed'; end $$\0`;
  const header = Buffer.alloc(5);
  header.write('Q', 'latin1');
  header.writeInt32BE(4 + Buffer.byteLength(sql), 1);
  return Buffer.concat([header, Buffer.from(sql)]);
}
