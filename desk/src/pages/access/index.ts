import type { DeskRoute } from '../../route/route.ts';
import { auditRoutes } from './audit.ts';
import { clientRoutes } from './clients.ts';
import { invitePerson, renewInvitation, withdrawInvitation } from './invitation-forms.ts';
import { keyRoutes } from './keys.ts';
import { peoplePage } from './people.ts';
import { changeRole, removePerson } from './person-forms.ts';
import { requestsPage } from './requests.ts';

export const accessRoutes: readonly DeskRoute[] = [
  peoplePage,
  invitePerson,
  renewInvitation,
  withdrawInvitation,
  changeRole,
  removePerson,
  ...clientRoutes,
  ...keyRoutes,
  requestsPage,
  ...auditRoutes,
];
