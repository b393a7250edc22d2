/** Pages for people from the image: an invitation, each page of the menu, and the scripts that they load. */
import { accounts } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { expect, it } from 'vitest';
import { acceptInvitation, type SignedInPerson } from '../rolling/person.ts';
import type { ContainerStage } from './stage.ts';

export function desk(given: () => ContainerStage): void {
  it.each([
    ['admin@demo.example', 'ten_demo'],
    ['dispatcher@carrier.example', 'ten_operator'],
  ])(
    'the desk shows %s, who was invited, every page of the menu with what it loads',
    async (email, tenant) => {
      const person = await newPerson(given(), { email, tenant });
      const [, menu = ''] =
        /<nav id="pages"[^>]*>(.*?)<\/nav>/s.exec(await read(person, '/')) ?? [];
      const paths = [...menu.matchAll(/ href="(\/[^"]*)"/g)].map(([, path = '']) => path);
      expect(paths.length).toBeGreaterThan(5);
      /** Addresses of scripts and style sheets. */
      const loaded = new Set<string>();
      for (const path of paths) {
        const found = (await read(person, path)).matchAll(
          /<(?:script type="module" src|link rel="stylesheet" href)="([^"]+)"/g,
        );
        for (const [, address = ''] of found) loaded.add(address);
      }
      expect([...loaded].filter((address) => address.endsWith('.css'))).toHaveLength(1);
      for (const address of loaded) await read(person, address);
    },
  );
}

/** A user of the demonstration, who accepts an invitation. */
export async function newPerson(
  { deskUrl, transport }: ContainerStage,
  { email, tenant }: { email: string; tenant: string },
): Promise<SignedInPerson> {
  const meta = { tenant, actor: 'test', requestId: 'test' };
  const clients = createClients({ accounts }, transport, meta);
  const { data } = await clients.accounts.listUsers({});
  const user = data.find((each) => each.email === email);
  const { token } = await clients.accounts.renewInvitation({ id: user?.id ?? '' });
  return acceptInvitation(deskUrl, { token, email });
}

async function read(person: SignedInPerson, path: string): Promise<string> {
  const answer = await person.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}
