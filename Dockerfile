# elision without Node on your machine:
#   docker build -t elision .
#   docker run --rm -i elision < run.jsonl > small.jsonl
#   docker run --rm -v "$PWD:/data" -u "$(id -u):$(id -g)" elision -n .
FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && mkdir /packed && npm pack --ignore-scripts --pack-destination /packed

FROM node:24-slim
COPY --from=build /packed /packed
RUN npm install --global --ignore-scripts /packed/*.tgz && rm -rf /packed /root/.npm
# The image's own user, node, by its number: hosts that check for root know no names.
USER 1000
WORKDIR /data
ENTRYPOINT ["elision"]
