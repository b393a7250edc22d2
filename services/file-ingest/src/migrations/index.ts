import { wholesaleFiles } from './0001-wholesale-files.ts';
import { ediAndMail } from './0002-edi-and-mail.ts';
import { retention } from './0003-retention.ts';

export const migrations = [wholesaleFiles, ediAndMail, retention];
