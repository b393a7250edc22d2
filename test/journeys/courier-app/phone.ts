/** A driver's phone that is kept for days: an installed app, enrolled anew now and then. */
import type { AppUnderTest } from './app-under-test.ts';
import type { Driver } from './courier-stand.ts';
import type { Handset } from './handset.ts';

/** Days with one registration. */
const daysMax = 25;

export interface Phone {
  driver: Driver;
  handset: Handset;
}

export interface PhoneKeeper {
  /** The phone of the next day. */
  next(): Promise<Phone>;
  /** Text of its screen, for the report of a day that went wrong. */
  shown(): Promise<string>;
  /** The phone is given up, with its driver: a day went wrong. */
  drop(): Promise<void>;
}

export function keepPhone(app: AppUnderTest): PhoneKeeper {
  let phone: Phone | undefined;
  let days = 0;
  const drop = async (): Promise<void> => {
    await phone?.handset.close();
    phone = undefined;
  };
  const renew = async (former: Driver | undefined): Promise<Phone> => {
    const driver = former ?? (await app.stand.newDriver());
    const enrolment = former ? await former.newEnrolment() : driver.enrolment;
    return { driver, handset: await app.newHandset({ enrolment }) };
  };
  const next = async (): Promise<Phone> => {
    const isOld = days > 0 && days % daysMax === 0;
    days += 1;
    const former = phone?.driver;
    if (isOld) await drop();
    phone ??= await renew(former);
    return phone;
  };
  const shown = async (): Promise<string> => {
    const main = phone?.handset.page().locator('main');
    return String(await main?.textContent({ timeout: 5_000 }).catch(String));
  };
  return { next, shown, drop };
}
