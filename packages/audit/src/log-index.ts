/** All entries of a log by what they are about. */
import { readFields } from '@svc/verify/bundle-log';
import type { LogEntryFields } from '@svc/verify/log-entry';

/** A phone without network delays a scan by hours; what is older than this was not logged in time. */
const delayMaxMs = 24 * 3_600_000;

export interface LoggedHead {
  index: number;
  events: number;
  head: string;
}

export class LogIndex {
  readonly #heads = new Map<string, LoggedHead[]>();
  readonly #texts = new Map<string, number>();
  readonly #hashes = new Set<string>();
  #latest = 0;

  /** Adds one entry; returns what is wrong with its form. */
  add(index: number, text: string): string | undefined {
    const fields = readFields(text);
    if (!fields) return `Entry ${index} is none that this log holds.`;
    const first = this.#texts.get(text);
    if (first !== undefined) return `Entry ${index} repeats entry ${first}.`;
    this.#texts.set(text, index);
    this.#remember(index, fields);
    const at = Date.parse(fields.at);
    const isLate = at < this.#latest - delayMaxMs;
    this.#latest = Math.max(this.#latest, at);
    return isLate
      ? `Entry ${index} states ${fields.at}, more than a day before entries in front of it: backdated.`
      : undefined;
  }

  #remember(index: number, fields: LogEntryFields): void {
    if (fields.type === 'certificate') this.#hashes.add(fields.certificate);
    if (fields.type === 'key') this.#hashes.add(fields.thumbprint);
    if (fields.type !== 'chain') return;
    const { chain, events, head } = fields;
    const heads = this.#heads.get(chain) ?? [];
    heads.push({ index, events, head });
    this.#heads.set(chain, heads);
  }

  headsOf(chain: string): readonly LoggedHead[] {
    return this.#heads.get(chain) ?? [];
  }

  /** Whether it has this hash of a certificate, or this thumbprint of a key. */
  has(hash: string): boolean {
    return this.#hashes.has(hash);
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
