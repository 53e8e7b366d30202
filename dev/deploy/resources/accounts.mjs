import { changePolicy, membersOf, readPolicy } from '../policy.mjs';
import { Stop } from '../stop.mjs';

const IAM = 'iam.googleapis.com/v1';
const PROJECTS = 'cloudresourcemanager.googleapis.com/v1';
const EDITOR = 'roles/editor';
const BUILDER = 'roles/cloudbuild.builds.builder';

function account(title, emailOf, displayName) {
  return {
    title,
    async look({ google, project, names }) {
      const found = await google.find(`${IAM}/projects/${project}/serviceAccounts/${emailOf(names)}`);
      if (found?.disabled) {
        throw new Stop(
          `The account ${emailOf(names)} is disabled. Enable it, then run this again.`,
          `gcloud iam service-accounts enable ${emailOf(names)} --project ${project}`,
        );
      }
      return { is: found ? 'there' : 'missing' };
    },
    async make({ google, project, names }) {
      const accountId = emailOf(names).split('@')[0];
      await google.post(`${IAM}/projects/${project}/serviceAccounts`, { accountId, serviceAccount: { displayName } });
    },
  };
}

/** Accounts: one for all functions, one for agents, one that builds the image. None is a Google default account. */
export const accounts = [
  account('Account of the functions', (names) => names.functionsAccount, 'Countersign: functions'),
  account('Account of agents', (names) => names.agentsAccount, 'Countersign: agents, without any role'),
  account('Account that builds the image', (names) => names.buildAccount, 'Countersign: builds of the image'),
];

/** The account under which Google builds functions. Newer organisations give it no role; it may have been deleted. */
export const defaultAccount = {
  title: 'Account under which functions are built',
  async look({ google, project }) {
    const email = await defaultAccountOf(google, project);
    const found = await google.find(`${IAM}/projects/${project}/serviceAccounts/${email}`);
    if (!found) {
      throw new Stop(
        `The project has no account ${email}, under which Google builds functions. Within 30 days of its deletion it comes back by ` +
          `gcloud iam service-accounts undelete; else by switching the Compute Engine API off and on again. Then run this again.`,
      );
    }
    const members = membersOf(await readPolicy(google, projectPolicy(project)));
    const may = [EDITOR, BUILDER].some((role) => members(role).includes(`serviceAccount:${email}`));
    return { is: may ? 'there' : 'different', email };
  },
  async make({ google, project }, { email }) {
    await changePolicy(google, projectPolicy(project), { add: { [BUILDER]: [`serviceAccount:${email}`] } });
    return `${email} may build`;
  },
};

/** What the accounts may do in the project: the least, and nothing for agents. */
export const roles = {
  title: 'Roles in the project',
  async look({ google, project, names }) {
    const members = membersOf(await readPolicy(google, projectPolicy(project)));
    const wanted = wantedRoles(names);
    const add = Object.entries(wanted).filter(([role, accounts]) =>
      accounts.some((one) => !members(role).includes(one)),
    );
    const remove = members.rolesOf(`serviceAccount:${names.agentsAccount}`);
    if (add.length === 0 && remove.length === 0) return { is: 'there' };
    const taken = remove.length > 0 ? `taken from agents: ${remove.join(', ')}` : '';
    return { is: 'different', detail: taken, remove };
  },
  async make({ google, project, names }, { remove }) {
    const nobody = Object.fromEntries(remove.map((role) => [role, [`serviceAccount:${names.agentsAccount}`]]));
    await changePolicy(google, projectPolicy(project), { add: wantedRoles(names), remove: nobody });
  },
};

/** Whom the functions may act as: agents, to start containers, and themselves, to sign addresses of checkpoints. */
export const actingAs = {
  title: 'Roles on the accounts',
  async look({ google, project, names }) {
    for (const [email, role] of actings(names)) {
      const members = membersOf(await readPolicy(google, accountPolicy(project, email)));
      if (!members(role).includes(`serviceAccount:${names.functionsAccount}`)) return { is: 'different' };
    }
    return { is: 'there' };
  },
  async make({ google, project, names }) {
    for (const [email, role] of actings(names)) {
      const add = { [role]: [`serviceAccount:${names.functionsAccount}`] };
      await changePolicy(google, accountPolicy(project, email), { add });
    }
  },
};

const actings = ({ agentsAccount, functionsAccount }) => [
  [agentsAccount, 'roles/iam.serviceAccountUser'],
  [functionsAccount, 'roles/iam.serviceAccountTokenCreator'],
];

function wantedRoles({ functionsAccount, buildAccount }) {
  const functions = [`serviceAccount:${functionsAccount}`];
  return {
    'roles/datastore.user': functions,
    'roles/firebaseauth.admin': functions,
    'roles/run.developer': functions,
    'roles/logging.logWriter': [`serviceAccount:${buildAccount}`],
  };
}

const defaultAccountOf = async (google, project) =>
  `${await projectNumber(google, project)}-compute@developer.gserviceaccount.com`;

/** By this number Google names a project where its id could be another one's by now. */
export const projectNumber = async (google, project) =>
  (await google.get(`${PROJECTS}/projects/${project}`)).projectNumber;

const projectPolicy = (project) => ({ kind: 'project', url: `${PROJECTS}/projects/${project}` });
const accountPolicy = (project, email) => ({
  kind: 'account',
  url: `${IAM}/projects/${project}/serviceAccounts/${email}`,
});
