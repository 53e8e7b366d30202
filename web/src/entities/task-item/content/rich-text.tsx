import { chakra } from '@chakra-ui/react/styled-system';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { LinkWords } from './link-words.tsx';
import { Attempt } from '../../../ui/feedback/attempt.tsx';

/** A node of the tree that markdown is read into: the fields that this file reads. */
interface Node {
  value?: string;
  /** A picture's description. */
  alt?: string | null;
  children?: Node[];
}

/** Markdown decodes entities (`&#x202E;`) in what was made visible before. */
const decodedIsVisible = () => (tree: Node) => {
  const nodes = [tree];
  for (const node of nodes) {
    if (node.value) node.value = visibleText(node.value);
    if (node.alt) node.alt = visibleText(node.alt);
    if (node.children) nodes.push(...node.children);
  }
};

const plugins = [remarkGfm, decodedIsVisible];

/** All words of a part, however they are set off. */
const textIn = (node: Node | undefined): string => (node?.value ?? '') + (node?.children ?? []).map(textIn).join('');

const components: Components = {
  // An agent's headings must not compete with the page's own.
  h1: ({ children }) => <Heading>{children}</Heading>,
  h2: ({ children }) => <Heading>{children}</Heading>,
  h3: ({ children }) => <Heading>{children}</Heading>,
  h4: ({ children }) => <Heading>{children}</Heading>,
  h5: ({ children }) => <Heading>{children}</Heading>,
  h6: ({ children }) => <Heading>{children}</Heading>,
  a: ({ href, children, node }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <LinkWords href={href} text={textIn(node)}>
        {children}
      </LinkWords>
    </a>
  ),
  // A picture would be fetched from any server the agent names; that server would learn that, and when, it was viewed.
  img({ src, alt }) {
    const [href, words] = [typeof src === 'string' ? src : undefined, alt || 'Picture'];
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        <LinkWords href={href} text={words}>
          {words}
        </LinkWords>
      </a>
    );
  },
  input: ({ checked }) => <span>{checked ? '☑ ' : '☐ '}</span>,
};

/**
 * Markdown without raw HTML, pictures or unsafe addresses. A text that takes too long to be read as markdown, or cannot
 * be, is shown as it is: it must not take the page with it. Loaded lazily through `Markdown`.
 */
export default function RichText({ text }: { text: string }) {
  const shown = visibleText(text);
  const plain = <chakra.span whiteSpace="pre-wrap">{shown}</chakra.span>;
  if (isHeavy(shown)) return <Prose>{plain}</Prose>;
  return (
    <Prose>
      <Attempt key={shown} otherwise={() => plain}>
        <ReactMarkdown remarkPlugins={plugins} components={components}>
          {withHalfDone(shown)}
        </ReactMarkdown>
      </Attempt>
    </Prose>
  );
}

/** Characters up to which any text is read as markdown within a second. */
const LENGTH_MAX = 10_000;
/** Quotes and lists in one another, which are read by recursion. */
const tooDeep = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){50}/m;
const isHeavy = (text: string) => text.length > LENGTH_MAX || tooDeep.test(text);

/** Plans mark the current step with [~], which markdown does not know. */
function withHalfDone(text: string): string {
  return text.replace(/^([ \t]*[-*] )\[~\]/gm, '$1◐');
}

const Heading = chakra('p', { base: { fontWeight: '600' } });

const Prose = chakra('div', {
  base: {
    display: 'grid',
    gap: '8px',
    minWidth: 0,
    overflowWrap: 'anywhere',
    '& ul, & ol': { ps: '20px', display: 'grid', gap: '4px' },
    '& ul': { listStyleType: 'disc' },
    '& ol': { listStyleType: 'decimal' },
    '& .contains-task-list': { listStyleType: 'none', ps: 0 },
    '& a': { color: 'primary.fg', textDecoration: 'underline' },
    '& code': { fontFamily: 'mono', fontSize: '0.93em', bg: 'bg.muted', px: '4px', rounded: '4px' },
    '& pre': { bg: 'bg.muted', borderWidth: '1px', rounded: 'control', px: '12px', py: '8px', whiteSpace: 'pre-wrap' },
    '& pre code': { bg: 'transparent', px: 0, fontSize: '0.8125rem' },
    '& blockquote': { borderInlineStartWidth: '3px', ps: '12px', color: 'fg.muted' },
    '& table': { borderCollapse: 'collapse' },
    '& th, & td': { borderWidth: '1px', px: '8px', py: '4px', textAlign: 'start' },
  },
});
