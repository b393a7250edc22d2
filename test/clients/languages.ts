/** Programs of documentation, run as a reader would: one folder per language, nothing installed but the client. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstall } from '@svc/devnet/apt';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;

export const languages = ['sh', 'ts', 'python', 'go', 'java'] as const;
export type Language = (typeof languages)[number];

export interface Workshop {
  /** Standard output; rejects when the program fails. */
  run(language: Language, program: string, env: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

/** Fenced blocks of a document, by language, in order. */
export function programsIn(markdown: string, language: Language): string[] {
  const blocks = markdown.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, name, text = '']) => (name === language ? [text] : []));
}

/** Whether the language's tool is there; installs it with apt where that can be done. */
export async function hasLanguage(language: Language): Promise<boolean> {
  const [program, packageName] = tools[language];
  const works = () => run(program, language === 'go' ? ['version'] : ['--version']).then(yes, no);
  if (await works()) return true;
  await aptInstall(packageName);
  return works();
}

const tools: Readonly<Record<Language, [program: string, packageName: string]>> = {
  sh: ['curl', 'curl'],
  ts: [process.execPath, 'nodejs'],
  python: ['python3', 'python3'],
  go: ['go', 'golang-go'],
  java: ['java', 'default-jdk-headless'],
};
const yes = () => true;
const no = () => false;

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'languages-'));
  await mkdir(join(folder, 'node_modules/@svc'), { recursive: true });
  await mkdir(join(folder, 'tmp'));
  await symlink(join(root, 'packages/sdk'), join(folder, 'node_modules/@svc/sdk'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, 'go.mod'),
    `module program\n\ngo 1.19\n\nrequire courier.example/courier v0.1.0\n\nreplace courier.example/courier => ${join(root, 'clients/go')}\n`,
  );
  const base = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    // Go ignores a module that lies in the folder for temporary files itself.
    TMPDIR: join(folder, 'tmp'),
    PYTHONPATH: join(root, 'clients/python'),
    PYTHONDONTWRITEBYTECODE: '1',
    GOCACHE: join(folder, 'go-cache'),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOTELEMETRY: 'off',
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  return {
    run: async (language, program, env) => {
      const file = join(
        folder,
        { sh: 'a.sh', ts: 'a.ts', python: 'a.py', go: 'main.go', java: 'Main.java' }[language],
      );
      await writeFile(file, program);
      const line = {
        sh: ['sh', '-eu', file],
        ts: [process.execPath, file],
        python: ['python3', file],
        go: ['go', 'run', file],
        java: ['java', file],
      }[language];
      const [command = '', ...args] = line;
      const { stdout } = await run(command, args, { cwd: folder, env: { ...base, ...env } });
      return stdout;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
