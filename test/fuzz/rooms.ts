/** Where the fuzz targets are: in the room of the parser that they try. */

import { targets as gateway } from '../../gateway/test/fuzz/targets.ts';
import { targets as kit } from '../../packages/kit/test/fuzz/targets.ts';
import { targets as proof } from '../../packages/proof/test/fuzz/targets.ts';
import { targets as accounts } from '../../services/accounts/test/fuzz/targets.ts';
import { targets as custody } from '../../services/custody/test/fuzz/targets.ts';
import { targets as files } from '../../services/files/test/fuzz/targets.ts';
import { targets as partner } from '../../services/partner/test/fuzz/targets.ts';
import { targets as tracking } from '../../services/tracking/test/fuzz/targets.ts';
import { targets as webhooks } from '../../services/webhooks/test/fuzz/targets.ts';

const rooms = {
  'packages/kit': kit,
  'packages/proof': proof,
  gateway: gateway,
  'services/accounts': accounts,
  'services/custody': custody,
  'services/files': files,
  'services/partner': partner,
  'services/tracking': tracking,
  'services/webhooks': webhooks,
};

export interface Place {
  name: string;
  /** The module that exports it, for a worker. */
  module: string;
}

export const places: readonly Place[] = Object.entries(rooms).flatMap(([room, targets]) => {
  const module = new URL(`../../${room}/test/fuzz/targets.ts`, import.meta.url).href;
  return targets.map(({ name }) => ({ name, module }));
});
