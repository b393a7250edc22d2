/** Calls that sign people in, and those of a session. */
import { accounts, withActions } from '@svc/contracts';

export const ownCalls = {
  accounts: withActions(
    accounts,
    'findPerson',
    'signIn',
    'endSession',
    'findInvitation',
    'acceptInvitation',
  ),
};
