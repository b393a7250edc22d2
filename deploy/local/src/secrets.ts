/** `npm run deploy -- secrets`: draws the secrets of an installation, and replaces one of them in steps. */
import { type CliCommand, runCommand, UsageError } from '@svc/text/command';
import { z } from 'zod';
import { type SecretStore, secretStore } from './secret-store.ts';

const command = {
  name: 'npm run deploy -- secrets',
  positionals: '<draw|add|use|drop|renew> [<role>/<secret>]',
  about: `Keeps the secrets of an installation in files.

  draw    makes what is missing, and replaces nothing
  add     makes a second value of <role>/secret, <role>/nats-seed, <role>/nats-calls-seed or
          <service>/database-password
  use     uses the second value; the first is still accepted
  drop    forgets the value that is not in use
  renew   replaces nats/tls, by the same authority, or postgres/password

add, use and drop take nats/ca, too: the authority of NATS' certificate.

docs/operations/secrets.md says what to do between the steps.`,
  options: {
    dir: { schema: z.string().default('deploy/secrets'), value: 'DIR', about: 'where they are' },
  },
} satisfies CliCommand;

const steps = z.enum(['add', 'use', 'drop']);
const renewed = (store: SecretStore): Readonly<Record<string, () => unknown>> => ({
  'nats/tls': () => store.certificates.renew(),
  'postgres/password': () => store.renewOwner(),
});

await runCommand(command, async ({ values, positionals: [step = '', name = ''] }) => {
  const store = secretStore(values.dir);
  if (step === 'draw') {
    const made = await store.draw();
    process.stdout.write(made.map((each) => `${each}\n`).join(''));
    return 0;
  }
  if (step === 'renew') {
    const renew = renewed(store)[name];
    if (!renew) throw new UsageError('Renew what? nats/tls or postgres/password.');
    await renew();
    return 0;
  }
  const { success, data } = steps.safeParse(step);
  if (!success) throw new UsageError('Which step?');
  if (!name.includes('/')) throw new UsageError('Which secret? For example jobs/secret.');
  if (name === 'nats/ca') await store.certificates[data]();
  else store[data](`roles/${name}`);
  return 0;
});
