import { routes } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { getCountersignature, setCountersignature } from './countersignature.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

/** The account itself. */
export function mountUsers(mount: Mount<UserCaller>): void {
  mount(routes.exportAccount, ({ userId }, { query }) => exportAccount(userId, query));
  mount(routes.getCountersignature, ({ userId }) => getCountersignature(userId));
  mount(routes.putCountersignature, ({ userId }, { body }) => setCountersignature(userId, body));
  mount(routes.deleteAccount, deleteAccount);
}
