import { routes } from '@countersign/contract';
import type { UserCaller } from '../access/authenticate-user.ts';
import type { Mount } from '../http/route.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

/** The account itself. */
export function mountUsers(mount: Mount<UserCaller>): void {
  mount(routes.exportAccount, ({ userId }, { query }) => exportAccount(userId, query));
  mount(routes.deleteAccount, deleteAccount);
}
