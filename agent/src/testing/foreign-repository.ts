/**
 * Shell commands that make a repository in a folder whose name, `n\xff`, is not UTF-8. Whoever has git look into it runs
 * its filter.
 */
export const foreignRepository = (filter: string): string => String.raw`name=$(printf 'n\377')
mkdir "$name"
cd "$name"
git init --quiet
echo one > one.txt
git add one.txt
git -c user.name=A -c user.email=a@b commit --quiet --message=It
git config filter.evil.clean "${filter}"
echo '* filter=evil' > .gitattributes
touch -d 2020-01-01 one.txt # a time other than in its index: git would look into the file
cd ..
`;
