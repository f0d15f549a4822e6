# An image of the command, without a shell, for an unprivileged user:
#
#   docker build --tag bezzel .
#   docker run --rm bezzel count 12
#   docker run --rm --publish 127.0.0.1:1848:1848 --env BEZZEL_TOKEN=0123456789abcdef bezzel serve --listen 0.0.0.0
#   docker run --rm --interactive bezzel work - < units > results
FROM rust:1-slim-trixie AS build
WORKDIR /source
COPY . .
RUN cargo build --profile dist --locked --package bezzel

FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /source/target/dist/bezzel /usr/local/bin/bezzel
COPY LICENSE-APACHE LICENSE-MIT /usr/share/doc/bezzel/
WORKDIR /data
EXPOSE 1848
ENTRYPOINT ["bezzel"]
CMD ["--help"]
