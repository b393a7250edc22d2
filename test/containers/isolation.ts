/** Isolation of secrets: each container can read its own, and those of no other role. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { docker } from '@svc/image/docker';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { ContainerStage } from './stage.ts';

/** Of compose.yaml; public keys and certificates are no secrets. */
const isSecret = (name: string) =>
  /^roles\/|^postgres\/|\.key$/.test(name) && !name.startsWith('authority/');

/** Of the official image of NATS, which has no shell: what it is given. */
const inspected = z.tuple([
  z.looseObject({
    Config: z.looseObject({ Env: z.array(z.string()) }),
    Mounts: z.array(z.looseObject({ Type: z.string(), Source: z.string() })),
  }),
]);

async function givenTo(id: string): Promise<string> {
  const [{ Config, Mounts }] = inspected.parse(JSON.parse(await docker(['inspect', id])));
  const texts: string[] = [...Config.Env];
  for (const { Source } of Mounts.filter(({ Type }) => Type === 'bind')) {
    const isFolder = (await stat(Source)).isDirectory();
    const names = isFolder ? (await readdir(Source)).map((name) => join(Source, name)) : [Source];
    for (const name of names) texts.push(await readFile(name, 'utf8'));
  }
  return texts.join('\n');
}

/** Environment of the first process, and every file that is mounted under /run. */
const reading = `tr '\\0' '\\n' < /proc/1/environ; env
  find /run -type f -readable -exec cat {} + 2> /dev/null || true`;

async function drawnSecrets(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const names = files.map((file) => relative(folder, join(file.parentPath, file.name)));
  const found = names
    .filter(isSecret)
    .map(async (name) => [name, (await readFile(join(folder, name), 'utf8')).trim()] as const);
  return new Map(await Promise.all(found));
}

/** May the container read this secret? */
function isOwn(container: string, secret: string): boolean {
  if (container === 'postgres') return secret === 'postgres/password';
  if (container === 'nats') return secret === 'nats/tls.key';
  return secret.startsWith(`roles/${container}/`);
}

interface Findings {
  pairs: number;
  foreign: string[];
  /** Own secrets that were not found: those of others would not be found either. */
  missing: string[];
}

/** Finds drawn secrets in a text of a container. */
function search(container: string, text: string, drawn: ReadonlyMap<string, string>): Findings {
  const all = [...drawn].map(([name, secret]) => ({
    name,
    isHeld: text.includes(secret),
    isAllowed: isOwn(container, name),
  }));
  const foreign = all.filter(({ isAllowed }) => !isAllowed);
  const held = foreign.filter(({ isHeld }) => isHeld);
  const lacking = all.filter(({ isAllowed, isHeld }) => isAllowed && !isHeld);
  return {
    pairs: foreign.length,
    foreign: held.map(({ name }) => `${container} holds ${name}`),
    missing: lacking.map(({ name }) => `${container} lacks ${name}`),
  };
}

export function isolation(given: () => ContainerStage): void {
  it("no container holds another's secret, login or password", async () => {
    const { fleet, secrets } = given();
    const drawn = await drawnSecrets(secrets);
    expect(drawn.size).toBeGreaterThan(30);
    const findings: Findings[] = [];
    for (const container of fleet.names()) {
      const readable =
        container === 'nats'
          ? await givenTo(fleet.containerOf(container).getId())
          : await fleet.exec(container, 'sh', '-c', reading);
      findings.push(search(container, readable, drawn));
    }
    expect(findings.flatMap(({ foreign }) => foreign)).toEqual([]);
    expect(findings.flatMap(({ missing }) => missing)).toEqual([]);
    const pairs = findings.reduce((sum, found) => sum + found.pairs, 0);
    process.stdout.write(
      `${drawn.size} secrets, ${findings.length} containers: ${pairs} pairs, none readable by another\n`,
    );
  });

  it('NATS refused nobody anything', async () => {
    const log = await given().fleet.logOf('nats');
    expect(log).toContain('Server is ready');
    expect(log.split('\n').filter((line) => line.includes('Violation'))).toEqual([]);
  });
}
