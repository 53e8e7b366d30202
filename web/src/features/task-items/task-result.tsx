import type { Task, TaskItem } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { ExternalLink } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Section } from '../../ui/section.tsx';
import { DownloadPatch } from './download-patch.tsx';
import { publishItemOf } from './published.ts';

/** What came of a task: branch, commit, pull request, and the patch. Nothing while there is none of it. */
export function TaskResult({ task, items }: { task: Task; items: readonly TaskItem[] }) {
  const publish = publishItemOf(items);
  const { branch, commit, pullRequestUrl } = task;
  if (branch === null && commit === null && pullRequestUrl === null && publish === null) return null;
  return (
    <Card>
      <Section title="Result">
        <chakra.div display="grid" gap="16px" justifyItems="start">
          {(branch ?? commit ?? pullRequestUrl) !== null && (
            <FactList
              facts={[
                { label: 'Branch', value: branch && <CopyId id={branch} label="Copy branch" /> },
                {
                  label: 'Commit',
                  value: commit && <CopyId id={commit} shown={commit.slice(0, 12)} label="Copy commit" />,
                },
                { label: 'Pull request', value: pullRequestUrl && <PullRequest url={pullRequestUrl} /> },
              ]}
            />
          )}
          {publish && <DownloadPatch item={publish} />}
        </chakra.div>
      </Section>
    </Card>
  );
}

function PullRequest({ url }: { url: string }) {
  // Written by a container: only an address of the web becomes a link.
  if (!/^https?:\/\//.test(url)) return <span>{url}</span>;
  return (
    <chakra.a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      display="inline-flex"
      alignItems="center"
      gap="6px"
      color="primary.fg"
      fontWeight="500"
      overflowWrap="anywhere"
      _hover={{ textDecoration: 'underline' }}
    >
      {url.replace(/^https?:\/\//, '')}
      <ExternalLink size={14} aria-hidden style={{ flexShrink: 0 }} />
    </chakra.a>
  );
}
