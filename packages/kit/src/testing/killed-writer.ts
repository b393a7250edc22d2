/** Kills the connection that writes: before or after one of its statements, or in its commit. */
import { until } from '@svc/devnet';
import { expect } from 'vitest';
import type { Chance } from './chance.ts';

const never = 1_000_000;

/** Numbers the statements: number 1 ends the connection. */
const killing = ({ schema, tables }: Written): string => `
  create sequence ${schema}.kill maxvalue ${never} cycle start 2;
  create sequence ${schema}.killed;
  create function ${schema}.kill() returns trigger language plpgsql security definer as $$
  begin
    if nextval('${schema}.kill') = 1 then
      perform nextval('${schema}.killed'), pg_terminate_backend(pg_backend_pid());
    end if;
    return null;
  end $$;
  create constraint trigger kill_commit after insert on ${schema}.outbox
    deferrable initially deferred for each row execute function ${schema}.kill();
  ${tables
    .flatMap((table) =>
      ['before', 'after'].map(
        (when) => `create trigger kill_${when} ${when} insert or update on ${schema}.${table}
          for each statement execute function ${schema}.kill();`,
      ),
    )
    .join('\n')}`;

interface Written {
  schema: string;
  tables: readonly string[];
}
interface Database {
  sql(text: string): Promise<Record<string, number>[]>;
}

export function killsWriters(app: Database, written: Written) {
  const { schema } = written;
  const number = (maximum: number, next: number) =>
    app.sql(`alter sequence ${schema}.kill maxvalue ${maximum} restart ${next}`);
  return {
    /** Connections that were killed since the start: sequences are not rolled back. */
    kills: async (): Promise<number> => {
      const [row] = await app.sql(`select last_value::int - 1 as n from ${schema}.killed`);
      return row?.n ?? 0;
    },
    install: () => app.sql(killing(written)),
    /** One statement in so many; more than one transaction has, so that a repetition succeeds. */
    start: async ({ between }: Chance) => {
      const every = between(40, 80);
      await app.sql(`select setval('${schema}.killed', 1)`);
      await number(every, every - between(0, 20));
    },
    stop: () => number(never, 2),
    /** Repeats what was killed, as phones and the bus do. */
    survived: <T extends object>(act: () => Promise<T>): Promise<T> =>
      until(
        async () => {
          try {
            const reply = await act();
            if (!('fault' in reply)) return reply;
            expect(reply).toEqual({ fault: 'unavailable' });
          } catch (error) {
            if (!/terminat/i.test(String(error))) throw error;
          }
          return undefined;
        },
        { timeoutMs: 60_000, what: 'a writer to survive' },
      ),
  };
}
