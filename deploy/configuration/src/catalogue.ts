/** Every setting of every role. */
import { deskConfig } from '@svc/desk/config';
import { gatewayConfig } from '@svc/gateway/config';
import { processConfig } from '@svc/kit/config';
import { services } from '@svc/local/services';
import type { z } from 'zod';
import { describeSetting, type Setting } from './setting-schema.ts';

export interface CatalogueEntry extends Setting {
  /** Roles that read it with this type and default. */
  roles: readonly string[];
}

type Shape = Readonly<Record<string, z.ZodType>>;

export interface RoleShape {
  role: string;
  shape: Shape;
}

export const roleShapes: readonly RoleShape[] = [
  ...services.map(({ contract, config }) => ({
    role: contract.name,
    shape: { ...processConfig.shape, ...config.shape } as Shape,
  })),
  {
    role: 'gateway',
    // The name space is read by its host; the others of a service it has no use for.
    shape: { SVC_NAMESPACE: processConfig.shape.SVC_NAMESPACE, ...gatewayConfig.shape } as Shape,
  },
  {
    role: 'desk',
    shape: { SVC_NAMESPACE: processConfig.shape.SVC_NAMESPACE, ...deskConfig.shape } as Shape,
  },
];

/** By name; a setting with another type or default in some role is an entry of its own. */
export function catalogue(shapes: readonly RoleShape[] = roleShapes): CatalogueEntry[] {
  const read = shapes.flatMap(({ role, shape }) =>
    Object.entries(shape).map(([name, schema]) => ({ role, ...describeSetting(name, schema) })),
  );
  const meanings = new Map(read.flatMap(({ name, meaning }) => (meaning ? [[name, meaning]] : [])));
  const groups = Map.groupBy(read, ({ name, type, standard }) => [name, type, standard].join('\n'));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { role: _, ...setting } = first;
      const meaning = setting.meaning || (meanings.get(setting.name) ?? '');
      return [{ ...setting, meaning, roles: group.map(({ role }) => role) }];
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** Settings that no description explains. */
export const undescribed = (entries: readonly CatalogueEntry[]): string[] =>
  entries.flatMap(({ name, roles, meaning }) =>
    meaning === '' ? [`${name} of ${roles.join(', ')} has no .describe(…) in its schema`] : [],
  );
