/** All entries of a log by what they are about. */
import { readFields } from '../verify/bundle-log.ts';
import { type LogEntryFields, loggingDelayMaxMs } from '../verify/log-entry.ts';

export interface LoggedHead {
  index: number;
  events: number;
  head: string;
}

export class LogIndex {
  readonly #heads = new Map<string, LoggedHead[]>();
  readonly #texts = new Map<string, number>();
  /** The first entry with this hash of a certificate, or thumbprint of a key. */
  readonly #hashes = new Map<string, { index: number; at: string }>();
  #latest = 0;

  /** Adds one entry; returns what is wrong with its form. */
  add(index: number, text: string): string | undefined {
    const fields = readFields(text);
    if (!fields) return `Entry ${index} is none that this log holds.`;
    const first = this.#texts.get(text);
    if (first !== undefined) return `Entry ${index} repeats entry ${first}.`;
    this.#texts.set(text, index);
    this.#remember(index, fields);
    // A key may be older than the log, and is logged again when a log is restarted empty.
    if (fields.type === 'key') return undefined;
    const at = Date.parse(fields.at);
    const isLate = at < this.#latest - loggingDelayMaxMs;
    this.#latest = Math.max(this.#latest, at);
    return isLate
      ? `Entry ${index} states ${fields.at}, more than a day before entries in front of it: backdated.`
      : undefined;
  }

  #remember(index: number, fields: LogEntryFields): void {
    const { at } = fields;
    if (fields.type === 'certificate') this.#keepFirst(fields.certificate, { index, at });
    if (fields.type === 'key') this.#keepFirst(fields.thumbprint, { index, at });
    if (fields.type !== 'chain') return;
    const { chain, events, head } = fields;
    const heads = this.#heads.get(chain) ?? [];
    heads.push({ index, events, head });
    this.#heads.set(chain, heads);
  }

  #keepFirst(hash: string, entry: { index: number; at: string }): void {
    if (!this.#hashes.has(hash)) this.#hashes.set(hash, entry);
  }

  headsOf(chain: string): readonly LoggedHead[] {
    return this.#heads.get(chain) ?? [];
  }

  /** Index of the first entry with this hash of a certificate, or thumbprint of a key. */
  indexOf(hash: string): number | undefined {
    return this.#hashes.get(hash)?.index;
  }

  /** Time that the first entry with this hash states. */
  timeOf(hash: string): string | undefined {
    return this.#hashes.get(hash)?.at;
  }

  /** Chains of which the log holds two histories; seen without knowing the chains. */
  findings(): string[] {
    return [...this.#heads.values()].flatMap((heads) => {
      const first = new Map<number, LoggedHead>();
      return heads.flatMap((each) => {
        const known = first.get(each.events);
        first.set(each.events, known ?? each);
        return known && known.head !== each.head
          ? [`Entries ${known.index} and ${each.index} state two histories of one chain.`]
          : [];
      });
    });
  }
}
