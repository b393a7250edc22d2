/** Path of the link that an invited person opens. Access log and spans name its pattern alone. */
export const invitationPath = (token: string): string => `/invitations/${token}`;
