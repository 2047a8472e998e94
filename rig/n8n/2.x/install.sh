#!/bin/sh
# Installs n8n into this folder, unless it is installed already. This is plain shell, because .ci/run starts it before
# the packages of the project are there.
set -e
cd "$(dirname "$0")"
marker=node_modules/.installed-for
downloaded=node_modules/.downloaded-for
cmp -s package.json "$marker" && exit
if ! cmp -s package.json "$downloaded"; then
	# After an interruption, npm takes half-written packages for complete ones. What it has downloaded stays in its cache.
	rm -rf node_modules
	# Without a lock file: n8n fixes nearly all versions itself, and a lock file from one platform lacks packages of the
	# others. Without scripts: n8n needs only the one of sqlite3. With few retries: by default npm tries for more than a
	# minute if there is no network.
	npm install --no-package-lock --legacy-peer-deps --ignore-scripts --no-audit --no-fund --prefer-offline \
		--fetch-retries=3 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000
	cp package.json "$downloaded"
fi
# If npm cannot download sqlite3 from github.com, it compiles it. With -O1 that takes half the time.
CFLAGS=-O1 CXXFLAGS=-O1 npm rebuild sqlite3
cp package.json "$marker"
